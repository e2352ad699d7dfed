{{/* A CronJob's name has at most 52 characters, and one of ours ends in "-certificates". */}}
{{- define "gpulint.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 39 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 39 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "gpulint.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gpulint.labels" -}}
{{ include "gpulint.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* A digest says more than a tag: it is what runs, whatever the tag means later. */}}
{{- define "gpulint.image" -}}
{{- $image := .Values.image.repository }}
{{- if or .Values.image.tag (not .Values.image.digest) }}
{{- $image = printf "%s:%s" $image (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}
{{- with .Values.image.digest }}{{ $image = printf "%s@%s" $image . }}{{ end }}
{{- $image | quote }}
{{- end }}

{{/* Who makes the certificates: own, cert-manager or given. */}}
{{- define "gpulint.certificates" -}}
{{ .Values.certificate.mode | default (ternary "cert-manager" "given" .Values.certificate.certManager) }}
{{- end }}

{{- define "gpulint.secret" -}}
{{ .Values.certificate.secretName | default (printf "%s-tls" (include "gpulint.name" .)) }}
{{- end }}
