// Reads base64-coded documents, one a line, and prints for each what Kubernetes' decoder makes of
// it: {"value": …}, with "strict" where strict decoding refuses it, or {"error": …}.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"os"

	"sigs.k8s.io/yaml"
)

func main() {
	lines, out := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	lines.Buffer(nil, 256<<20)
	for lines.Scan() {
		document, _ := base64.StdEncoding.DecodeString(lines.Text())
		answer := map[string]any{}
		if text, err := yaml.YAMLToJSON(document); err != nil {
			answer["error"] = err.Error()
		} else {
			answer["value"] = json.RawMessage(text)
			if _, err := yaml.YAMLToJSONStrict(document); err != nil {
				answer["strict"] = err.Error()
			}
		}
		if err := out.Encode(answer); err != nil {
			panic(err)
		}
	}
}
