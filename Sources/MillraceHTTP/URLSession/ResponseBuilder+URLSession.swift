import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AnswerHead {
  /// Creates the head of a session's answer; nil when the answer is not one of HTTP.
  init?(_ response: URLResponse?) {
    guard let response = response as? HTTPURLResponse else { return nil }
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
    self.init(
      status: response.statusCode, headers: Dictionary(fields, uniquingKeysWith: { first, _ in first }))
  }
}

extension ResponseBuilder {
  /// Returns the answer when the session reports its end.
  mutating func end(_ response: URLResponse?, _ error: (any Error)?) -> Result<HTTPResponse, any Error> {
    do {
      if let head = AnswerHead(response), head != self.head { try receive(head) }
      if let error, !isRefusal(error) { return .failure(Self.failure(error, url: url)) }
      return .success(try whole())
    } catch {
      return .failure(error)
    }
  }

  /// Returns whether the session gave up for lack of credentials; the server's challenge is then the answer.
  private func isRefusal(_ error: any Error) -> Bool {
    head?.status == 401
      && ((error as? URLError)?.code == .cancelled
        || (error as? URLError)?.code == .userCancelledAuthentication)
  }

  /// Returns the failure for an error of a session.
  static func failure(_ error: any Error, url: URL) -> HTTPTransportFailure {
    guard let error = error as? URLError else {
      return HTTPTransportFailure(.other, url: url, text: "\(error)")
    }
    let text = error.localizedDescription
    let kind: HTTPTransportFailure.Kind =
      switch error.code {
      case _ where isLoss(text): .connectionLost
      case .cannotFindHost, .dnsLookupFailed: .hostNotFound
      case .cannotConnectToHost: .cannotConnect
      case .networkConnectionLost: .connectionLost
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: .offline
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        .notSecure
      // The URL itself was checked before, so this is a redirection, or an answer of an unknown version.
      case .badURL, .unsupportedURL, .badServerResponse, .cannotParseResponse, .httpTooManyRedirects,
        .redirectToNonExistentLocation, .cannotDecodeRawData, .cannotDecodeContentData:
        .badAnswer
      case .timedOut: .tooSlow
      case _ where isMalformed(text): .badAnswer
      default: .other
      }
    return HTTPTransportFailure(kind, url: url, text: text)
  }

  /// Returns whether libcurl reports a lost connection, for which Foundation has no code.
  private static func isLoss(_ text: String) -> Bool {
    ["transfer closed", "Empty reply from server", "Recv failure", "Send failure"].contains {
      text.contains($0)
    }
  }

  /// Returns whether libcurl reports a malformed answer, for which Foundation has no code.
  private static func isMalformed(_ text: String) -> Bool {
    ["chunked-encoding", "content unencoding", "Invalid Content-Length"].contains { text.contains($0) }
  }
}
