// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Sound: Apple declares these classes so, and nothing here is run.
open class URLSession: NSObject, @unchecked Sendable {
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential
    case performDefaultHandling
    case cancelAuthenticationChallenge
    case rejectProtectionSpace
  }
  public enum ResponseDisposition: Int, Sendable {
    case cancel
    case allow
    case becomeDownload
    case becomeStream
  }

  open class var shared: URLSession { absent() }
  public init(configuration: URLSessionConfiguration) { absent() }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) { absent() }

  open var delegateQueue: OperationQueue { absent() }
  open var delegate: (any URLSessionDelegate)? { absent() }
  open var configuration: URLSessionConfiguration { absent() }
  open var sessionDescription: String? {
    get { absent() }
    set { absent() }
  }
  open func finishTasksAndInvalidate() { absent() }
  open func invalidateAndCancel() { absent() }

  open func dataTask(with request: URLRequest) -> URLSessionDataTask { absent() }
  open func dataTask(with url: URL) -> URLSessionDataTask { absent() }
  open func dataTask(
    with request: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { absent() }
  open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask { absent() }
  open func webSocketTask(with url: URL) -> URLSessionWebSocketTask { absent() }
  open func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask { absent() }
  open func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask { absent() }

  public func data(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { absent() }
  public func data(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { absent() }
  public func upload(
    for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { absent() }
  public func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) { absent() }

  public struct AsyncBytes: AsyncSequence, Sendable {
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      public mutating func next() async throws -> UInt8? { absent() }
    }

    public var task: URLSessionDataTask { absent() }
    public func makeAsyncIterator() -> Iterator { absent() }
  }
}

// Sound: as above.
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { absent() }
  open class var ephemeral: URLSessionConfiguration { absent() }
  open var requestCachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy
  open var timeoutIntervalForRequest: TimeInterval = 0
  open var timeoutIntervalForResource: TimeInterval = 0
  open var waitsForConnectivity = false
  open var httpMaximumConnectionsPerHost = 0
  open var httpShouldSetCookies = false
  open var httpShouldUsePipelining = false
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var httpCookieStorage: HTTPCookieStorage?
  open var urlCredentialStorage: URLCredentialStorage?
  open var urlCache: URLCache?
  open var protocolClasses: [AnyClass]?
}

// Sound: as above.
open class URLSessionTask: NSObject, ProgressReporting, @unchecked Sendable {
  public enum State: Int, Sendable {
    case running
    case suspended
    case canceling
    case completed
  }

  open var taskIdentifier: Int { absent() }
  open var originalRequest: URLRequest? { absent() }
  open var currentRequest: URLRequest? { absent() }
  open var response: URLResponse? { absent() }
  open var delegate: (any URLSessionTaskDelegate)? {
    get { absent() }
    set { absent() }
  }
  open var progress: Progress { absent() }
  open var countOfBytesReceived: Int64 { absent() }
  open var countOfBytesSent: Int64 { absent() }
  open var countOfBytesExpectedToSend: Int64 { absent() }
  open var countOfBytesExpectedToReceive: Int64 { absent() }
  open var taskDescription: String? {
    get { absent() }
    set { absent() }
  }
  open var state: State { absent() }
  open var error: (any Error)? { absent() }
  open var priority: Float {
    get { absent() }
    set { absent() }
  }
  open func cancel() { absent() }
  open func suspend() { absent() }
  open func resume() { absent() }
}

// Sound: as above.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// Sound: as above.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

// Sound: as above.
open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  public enum CloseCode: Int, Sendable {
    case invalid = 0
    case normalClosure = 1000
    case goingAway = 1001
    case protocolError = 1002
    case unsupportedData = 1003
    case noStatusReceived = 1005
    case abnormalClosure = 1006
    case invalidFramePayloadData = 1007
    case policyViolation = 1008
    case messageTooBig = 1009
    case mandatoryExtensionMissing = 1010
    case internalServerError = 1011
    case tlsHandshakeFailure = 1015
  }
  public enum Message: Sendable {
    case data(Data)
    case string(String)
  }

  open var maximumMessageSize: Int {
    get { absent() }
    set { absent() }
  }
  open var closeCode: CloseCode { absent() }
  open var closeReason: Data? { absent() }
  open func cancel(with closeCode: CloseCode, reason: Data?) { absent() }
  open func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) { absent() }
  public func send(_ message: Message) async throws { absent() }
  public func send(_ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    absent()
  }
  public func receive() async throws -> Message { absent() }
  public func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
    absent()
  }
}
