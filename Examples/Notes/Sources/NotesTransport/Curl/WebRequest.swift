import Foundation
import Katana

/// What is sent to a server.
struct WebRequest: Sendable, Equatable {
  var method: HTTPMethod
  var url: URL
  var headers: [String: String] = [:]
  var body: Data?
}

extension WebRequest {
  /// The request of a command.
  init(_ request: HTTPRequest) {
    self.init(method: request.method, url: request.url, headers: request.headers, body: request.body)
  }

  /// The header fields as libcurl takes them, or why it may not have them.
  ///
  /// A line break in a value would begin another field, so whoever could choose a value could choose the
  /// request.
  func headerLines() throws(HTTPTransportFailure) -> [String] {
    // Of its own accord libcurl asks before it sends a long body, and names a type for it.
    var lines = ["Expect:"]
    if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) { lines.append("Content-Type:") }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ":") }),
        !value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 })
      else {
        throw HTTPTransportFailure(
          .other, url: url,
          text: "the header \(name.debugDescription) has a character that no header may have")
      }
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    return lines
  }
}
