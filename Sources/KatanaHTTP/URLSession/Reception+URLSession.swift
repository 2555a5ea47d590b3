import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AnswerHead {
  /// The head of a session's answer; nil when it is none of HTTP.
  init?(_ response: URLResponse?) {
    guard let response = response as? HTTPURLResponse else { return nil }
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
    self.init(
      status: response.statusCode, headers: Dictionary(fields, uniquingKeysWith: { first, _ in first }))
  }
}

extension Reception {
  /// The answer, when the session says that it is over.
  mutating func end(_ response: URLResponse?, _ error: (any Error)?) -> Result<HTTPResponse, any Error> {
    do {
      if let head = AnswerHead(response), head != self.head { try receive(head) }
      if let error, !isRefusal(error) { return .failure(Self.failure(error, url: url)) }
      return .success(try whole())
    } catch {
      return .failure(error)
    }
  }

  /// Whether the session gave up because it has no credentials: the answer that asks for them is the answer.
  private func isRefusal(_ error: any Error) -> Bool {
    head?.status == 401
      && ((error as? URLError)?.code == .cancelled
        || (error as? URLError)?.code == .userCancelledAuthentication)
  }

  /// The failure that an error of a session is.
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
      // The URL itself has been looked at, so this is where the answer leads, or an answer of no known version.
      case .badURL, .unsupportedURL, .badServerResponse, .cannotParseResponse, .httpTooManyRedirects,
        .redirectToNonExistentLocation, .cannotDecodeRawData, .cannotDecodeContentData:
        .badAnswer
      case .timedOut: .tooSlow
      case _ where isMalformed(text): .badAnswer
      default: .other
      }
    return HTTPTransportFailure(kind, url: url, text: text)
  }

  /// Whether libcurl says that the connection has ended too early; Foundation gives it no code of its own.
  private static func isLoss(_ text: String) -> Bool {
    ["transfer closed", "Empty reply from server", "Recv failure", "Send failure"].contains {
      text.contains($0)
    }
  }

  /// Whether libcurl says that it cannot read the answer; Foundation gives it no code of its own.
  private static func isMalformed(_ text: String) -> Bool {
    ["chunked-encoding", "content unencoding", "Invalid Content-Length"].contains { text.contains($0) }
  }
}
