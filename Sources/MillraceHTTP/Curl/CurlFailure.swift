#if canImport(CCurl)
import CCurl
import Foundation

extension HTTPTransportFailure {
  /// Creates the failure for the code with which libcurl ended a transfer.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - text: The message of libcurl; often empty.
  ///   - system: The system's error number, if a system call failed.
  init(_ code: CURLcode, url: URL, text: String, system: Int) {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty { text = String(cString: curl_easy_strerror(code)) }
    // The number of milliseconds differs each time and helps no reader.
    text.replace(#/ after [0-9]+ ms/#, with: "")
    self.init(Self.kind(code, text: text, system: Int32(truncatingIfNeeded: system)), url: url, text: text)
  }

  private static func kind(_ code: CURLcode, text: String, system: Int32) -> Kind {
    switch code {
    case CURLE_URL_MALFORMAT: .unsupportedURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound
    case CURLE_COULDNT_CONNECT where system == ENETUNREACH || system == ENETDOWN: .offline
    case CURLE_COULDNT_CONNECT: .cannotConnect
    // Malformed chunks have no code of their own.
    case CURLE_RECV_ERROR where text.contains("chunk"): .badAnswer
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .connectionLost
    // The address was checked before, so it is the answer that uses another protocol.
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
