import Foundation

extension HTTPRequest {
  /// The maximum number of redirections per request.
  static let mostRedirections = 20

  /// Returns the request that an answer redirects to; nil when the answer is no redirection.
  ///
  /// As in browsers, a POST becomes a GET with 301 and 302, and every method but HEAD becomes a GET with 303.
  /// Credentials and cookies are not sent to another scheme, host or port.
  func redirected(by head: AnswerHead) throws(HTTPTransportFailure) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.header("Location"),
      !location.isEmpty
    else { return nil }
    guard let target = URL(string: location, relativeTo: url)?.absoluteURL, target.isHTTP else {
      throw HTTPTransportFailure(
        .badAnswer, url: url, text: "it redirects to `\(location)`, which is not an HTTP URL")
    }
    if url.scheme?.lowercased() == "https", target.scheme?.lowercased() != "https" {
      throw HTTPTransportFailure(
        .notSecure, url: url, text: "it redirects to `\(target)`, which does not use https")
    }
    var next = self
    next.url = target
    if head.status == 303 && method != .head || (301...302).contains(head.status) && method == .post {
      next.method = .get
      next.body = nil
      for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location"] {
        next.setHeader(name, to: nil)
      }
    }
    if target.origin != url.origin {
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { next.setHeader(name, to: nil) }
    }
    return next
  }
}

extension URL {
  /// The scheme, host and port.
  var origin: String {
    let scheme = scheme?.lowercased() ?? ""
    return "\(scheme)://\(host()?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}
