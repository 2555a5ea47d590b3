import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What has come of an answer until now: a value that what a session tells is put into.
struct Reception: Sendable {
  private let url: URL
  private var status: Int?
  private var headers: [String: String] = [:]
  private var body = Data()
  /// How far it is.
  private(set) var progress: HTTPProgress

  init(_ request: HTTPRequest) {
    url = request.url
    progress = HTTPProgress(expectedToSend: request.body?.count ?? 0)
  }

  /// So many bytes of the request's body have left.
  mutating func sent(_ count: Int) {
    progress.sent = count
  }

  /// The head of the answer; the last one counts, because a redirection has one too.
  mutating func head(_ response: URLResponse?) {
    guard let response = response as? HTTPURLResponse else { return }
    head(
      status: response.statusCode,
      headers: Dictionary(
        response.allHeaderFields.compactMap { name, value in
          (name as? String).map { ($0, "\(value)") }
        }, uniquingKeysWith: { first, _ in first }))
  }

  /// The head of the answer.
  mutating func head(status: Int, headers: [String: String]) {
    self.status = status
    self.headers = headers
    let answer = HTTPResponse(status: status, headers: headers)
    // A body that travels packed is unpacked on the way, so its length says nothing.
    let isPacked = answer.header("Content-Encoding").map { $0.lowercased() != "identity" } ?? false
    progress.expectedToReceive = isPacked ? nil : answer.header("Content-Length").flatMap { Int($0) }
  }

  /// A piece of the answer's body.
  mutating func received(_ data: Data) {
    body.append(data)
    progress.received = body.count
  }

  /// The answer, when the session says it is over.
  func end(_ error: (any Error)?) -> Result<HTTPResponse, any Error> {
    if let error, !isRefusal(error) { return .failure(Self.failure(error, url: url)) }
    guard let status else {
      return .failure(HTTPTransportFailure(.badAnswer, url: url, text: "it has no status"))
    }
    if let expected = progress.expectedToReceive, body.count < expected, !hasNoBody {
      return .failure(
        HTTPTransportFailure(
          .connectionLost, url: url, text: "\(body.count) of \(expected) bytes came"))
    }
    return .success(HTTPResponse(status: status, headers: headers, body: body))
  }

  /// Whether the session gave up because it has no credentials: the answer that asks for them is the answer.
  private func isRefusal(_ error: any Error) -> Bool {
    status == 401
      && ((error as? URLError)?.code == .cancelled
        || (error as? URLError)?.code == .userCancelledAuthentication)
  }

  /// Whether the answer has no body, whatever length its head names.
  private var hasNoBody: Bool { status == 204 || status == 304 }

  /// What the session's error means.
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
