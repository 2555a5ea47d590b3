extension HTTPRequest {
  /// The header fields as lines for libcurl.
  var headerLines: [String] {
    // Without these lines, libcurl waits for permission before a long body, and sets a content type.
    var lines = ["Expect:"]
    if header("Content-Type") == nil { lines.append("Content-Type:") }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    return lines
  }
}
