extension HTTPRequest {
  /// The header fields as libcurl takes them.
  var headerLines: [String] {
    // Of its own accord libcurl asks before it sends a long body, and names a type for it.
    var lines = ["Expect:"]
    if header("Content-Type") == nil { lines.append("Content-Type:") }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    return lines
  }
}
