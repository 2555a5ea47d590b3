import InspectorCore

/// The path and query of a request.
struct RequestTarget {
  /// The path as received; what is percent-encoded in it is no path of this server.
  let path: String
  /// The parts of the path between slashes.
  let segments: [String]
  let query: ArraySlice<UInt8>

  init(_ target: [UInt8]) throws(InspectorProblem) {
    let slash = UInt8(ascii: "/")
    var own = target[...]
    // The form that is meant for proxies has the server before the path; the daemon has compared it.
    if own.starts(with: "http://".utf8) {
      own = own.dropFirst("http://".utf8.count).drop { $0 != slash }
    }
    let end = own.firstIndex(of: UInt8(ascii: "?")) ?? own.endIndex
    query = own[end...].dropFirst()
    guard own.first == slash, let path = String(validating: own[..<end], as: UTF8.self) else {
      throw .malformed("The request's target does not begin with `/`, or is not UTF-8.")
    }
    self.path = path
    segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
  }

  /// True if the token is needed.
  var isData: Bool { segments.first == "api" }
}
