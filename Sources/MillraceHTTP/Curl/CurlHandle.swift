#if canImport(CCurl)
import CCurl
import Foundation

/// One transfer of libcurl; used only on the loop's thread.
final class CurlHandle {
  /// The handle, freed with this object.
  let easy: UnsafeMutableRawPointer
  let transfer: Transfer
  let url: URL

  /// The connection, given back when this object is released, which is when libcurl no longer has the
  /// transfer.
  private let connection: Connection
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let complaint: UnsafeMutablePointer<CChar>
  private var reader = HeadReader()
  /// True when the transfer has new data which its reader has not received.
  private var hasNews = false
  private var countOfSent = 0
  private var hasHead = false
  private var isHeadTooLong = false

  init(_ order: CurlLoop.Beginning) throws(HTTPTransportFailure) {
    let request = order.request
    guard let easy = curl_easy_init() else {
      throw HTTPTransportFailure(.other, url: request.url, text: "libcurl could not allocate memory for it")
    }
    self.easy = easy
    transfer = order.transfer
    connection = order.connection
    url = request.url
    complaint = .allocate(capacity: Int(CURL_ERROR_SIZE))
    complaint.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    // From here on, deinit frees everything, also when one of these calls fails.
    let isSet =
      append(request.headerLines) && setWhatIsAsked(request) && setWhatIsAllowed() && setReceivers()
    guard isSet else {
      throw HTTPTransportFailure(.other, url: url, text: "libcurl rejects its options")
    }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(lines)
    complaint.deallocate()
  }

  /// Resumes reading after the inbox was full.
  func resume() {
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Gives new data to the reader.
  func deliver() {
    if hasNews { transfer.deliver() }
    hasNews = false
  }

  /// Returns the failure of a finished transfer; nil when the answer is complete.
  func failure(_ code: CURLcode) -> HTTPTransportFailure? {
    if isHeadTooLong { return HTTPTransportFailure(.badAnswer, url: url, text: "its header is too long") }
    guard code == CURLE_OK else {
      var system = 0
      millrace_curl_get_number(easy, CURLINFO_OS_ERRNO, &system)
      return HTTPTransportFailure(code, url: url, text: String(cString: complaint), system: system)
    }
    // libcurl treats a truncated head as an answer without a body.
    return hasHead ? nil : HTTPTransportFailure(.connectionLost, url: url, text: "its header is incomplete")
  }

  // MARK: Options

  private func append(_ headerLines: [String]) -> Bool {
    for line in headerLines {
      guard let longer = curl_slist_append(lines, line) else { return false }
      lines = longer
    }
    return true
  }

  private func setWhatIsAsked(_ request: HTTPRequest) -> Bool {
    var isSet =
      millrace_curl_set_text(easy, CURLOPT_URL, request.url.absoluteString) == CURLE_OK
      && millrace_curl_set_pointer(easy, CURLOPT_HTTPHEADER, lines) == CURLE_OK
    if isLoopback(host: request.url.host() ?? "") {
      isSet = isSet && millrace_curl_set_text(easy, CURLOPT_PROXY, "") == CURLE_OK
    }
    // With the method's name alone, libcurl would wait for a body after the head.
    if request.method == .head {
      return isSet && millrace_curl_set_number(easy, CURLOPT_NOBODY, 1) == CURLE_OK
    }
    isSet = isSet && millrace_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue) == CURLE_OK
    // A POST without a body has an empty one.
    guard let body = request.body ?? (request.method == .post ? Data() : nil) else { return isSet }
    return isSet && setBody(body)
  }

  private func setBody(_ body: Data) -> Bool {
    guard millrace_curl_set_length(easy, CURLOPT_POSTFIELDSIZE_LARGE, numericCast(body.count)) == CURLE_OK
    else {
      return false
    }
    // libcurl copies the bytes. A null pointer would mean no body, so the buffer ends with a zero that is not
    // sent.
    return (body + [0]).withUnsafeBytes { bytes in
      // Sound: bytes are characters of C, and libcurl has copied them when it returns.
      let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return millrace_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, text) == CURLE_OK
    }
  }

  private func setWhatIsAllowed() -> Bool {
    // One request at a time per connection: with several, a slow reader of one holds back the others.
    let version = Int(CURL_HTTP_VERSION_1_1)
    return millrace_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK
      // libcurl's own redirection keeps the method where it must change.
      && millrace_curl_set_number(easy, CURLOPT_FOLLOWLOCATION, 0) == CURLE_OK
      && millrace_curl_set_number(easy, CURLOPT_HTTP_VERSION, version) == CURLE_OK
      // Without a status line it is not an answer.
      && millrace_curl_set_number(easy, CURLOPT_HTTP09_ALLOWED, 0) == CURLE_OK
      && millrace_curl_set_number(easy, CURLOPT_NOSIGNAL, 1) == CURLE_OK
      // A transfer whose host is still being resolved ends at once.
      && millrace_curl_set_number(easy, CURLOPT_QUICK_EXIT, 1) == CURLE_OK
      && millrace_curl_set_private_sockets(easy) == CURLE_OK
      && millrace_curl_set_number(easy, CURLOPT_BUFFERSIZE, 1 << 17) == CURLE_OK
      // All encodings that libcurl can decode.
      && millrace_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK
  }

  private func setReceivers() -> Bool {
    // Sound: libcurl calls with it only between `curl_multi_add_handle` and `curl_multi_remove_handle`, and
    // `CurlTransfers` holds this object for that time.
    let context = Unmanaged.passUnretained(self).toOpaque()
    return millrace_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, complaint) == CURLE_OK
      && millrace_curl_set_pointer(easy, CURLOPT_HEADERDATA, context) == CURLE_OK
      && millrace_curl_set_pointer(easy, CURLOPT_WRITEDATA, context) == CURLE_OK
      && millrace_curl_set_pointer(easy, CURLOPT_XFERINFODATA, context) == CURLE_OK
      && millrace_curl_set_number(easy, CURLOPT_NOPROGRESS, 0) == CURLE_OK
      && millrace_curl_set_meter(easy) { context, _, _, _, sent in
        CurlHandle.from(context)?.sent(Int(sent))
        return 0
      } == CURLE_OK
      && millrace_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        CurlHandle.from(context)?.receiveLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      } == CURLE_OK
      && millrace_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        CurlHandle.from(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      } == CURLE_OK
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
    // Sound: libcurl passes the context of `setReceivers()`, and only while this object is held.
    context.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Callbacks of libcurl

  private func sent(_ count: Int) {
    guard count != countOfSent, !hasHead else { return }
    countOfSent = count
    transfer.send(count)
    hasNews = true
  }

  /// Returns the number of bytes that were taken; any other number than `bytes.count` ends the transfer.
  private func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch reader.take(bytes) {
    case .reading: break
    case .whole(let head):
      hasHead = true
      transfer.receive(head)
      hasNews = true
    case .tooLong:
      isHeadTooLong = true
      return 0
    }
    return bytes.count
  }

  /// Returns the number of bytes that were taken, or the number that pauses libcurl.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    hasNews = true
    let isTaken = bytes.withMemoryRebound(to: UInt8.self) { transfer.receive($0) }
    return isTaken ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
  }
}

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
#endif
