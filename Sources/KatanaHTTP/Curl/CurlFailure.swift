#if canImport(CCurl)
import CCurl
import Foundation

extension HTTPTransportFailure {
  /// What the code means with which libcurl has ended a transfer.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - text: What libcurl says beyond it; often nothing.
  ///   - system: The system's error number, if a call of the system has failed.
  init(_ code: CURLcode, url: URL, text: String, system: Int) {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty { text = String(cString: curl_easy_strerror(code)) }
    // After how many milliseconds it was is news each time, and nobody's business.
    text.replace(#/ after [0-9]+ ms/#, with: "")
    self.init(Self.kind(code, text: text, system: Int32(truncatingIfNeeded: system)), url: url, text: text)
  }

  private static func kind(_ code: CURLcode, text: String, system: Int32) -> Kind {
    switch code {
    case CURLE_URL_MALFORMAT: .unsupportedURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound
    case CURLE_COULDNT_CONNECT where system == ENETUNREACH || system == ENETDOWN: .offline
    case CURLE_COULDNT_CONNECT: .cannotConnect
    // There is no code of its own for chunks that are none.
    case CURLE_RECV_ERROR where text.contains("chunk"): .badAnswer
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .connectionLost
    // The address has been looked at before, so it is the answer that speaks another protocol.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR,
      CURLE_HTTP2, CURLE_HTTP3:
      .badAnswer
    case CURLE_OPERATION_TIMEDOUT: .tooSlow
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_SHUTDOWN_FAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      .notSecure
    default: .other
    }
  }
}
#endif
