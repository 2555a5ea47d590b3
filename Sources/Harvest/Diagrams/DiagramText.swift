/// Returns a value's text for a diagram: never empty, and without characters that are invalid in a text.
func diagramName(_ value: some Any) -> String {
  let text = "\(value)"
  guard !text.isEmpty else { return "\"\"" }
  var name = String.UnicodeScalarView()
  var wasReturn = false
  for scalar in text.unicodeScalars {
    defer { wasReturn = scalar == "\r" }
    switch scalar {
    case "\n" where wasReturn: continue
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": name.append("\n")
    case "\t": name.append(" ")
    // An SVG file with one of these cannot be read.
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": name.append("\u{FFFD}")
    default: name.append(scalar)
    }
  }
  return String(name)
}

/// Quotes a text for Graphviz's language.
func dotQuoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "\n": quoted += "\\n"
    // Graphviz reads `&lt;` in a label as HTML does.
    case "&": quoted += "&amp;"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

/// Escapes a text for Mermaid: each special character is written as a number.
func mermaidEscaped(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": escaped += "<br/>"
    case " ", "_", "-", ".", ",", "/", "(", ")", "[", "]", "=", "!", "?", "'", "+", "…":
      escaped.unicodeScalars.append(scalar)
    case _ where !scalar.isASCII || scalar.properties.isAlphabetic || "0"..."9" ~= scalar:
      escaped.unicodeScalars.append(scalar)
    default: escaped += "#\(scalar.value);"
    }
  }
  return escaped
}
