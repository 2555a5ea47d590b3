// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// On Apple's systems, this is Foundation's; the module of this name takes the place of the one that Linux
// has.

public struct URLRequest: Hashable, Sendable {
  public typealias CachePolicy = NSURLRequest.CachePolicy

  public var url: URL?
  public var cachePolicy: CachePolicy
  public var timeoutInterval: TimeInterval
  public var mainDocumentURL: URL?
  public var allowsCellularAccess: Bool
  public var httpMethod: String?
  public var allHTTPHeaderFields: [String: String]?
  public var httpBody: Data?
  public var httpShouldHandleCookies: Bool
  public var httpShouldUsePipelining: Bool

  public var httpBodyStream: InputStream? {
    get { absent() }
    set { absent() }
  }

  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
  ) { absent() }
  public func value(forHTTPHeaderField field: String) -> String? { absent() }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { absent() }
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) { absent() }
}

open class NSURLRequest: NSObject {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy
    case reloadIgnoringLocalCacheData
    case reloadIgnoringLocalAndRemoteCacheData
    case returnCacheDataElseLoad
    case returnCacheDataDontLoad
    case reloadRevalidatingCacheData
  }
}

// Sound: Apple declares these classes so, and nothing here is run.
open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { absent() }
  open var mimeType: String? { absent() }
  open var expectedContentLength: Int64 { absent() }
  open var textEncodingName: String? { absent() }
  open var suggestedFilename: String? { absent() }
}

// Sound: as above.
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { absent() }
  open var statusCode: Int { absent() }
  open var allHeaderFields: [AnyHashable: Any] { absent() }
  open func value(forHTTPHeaderField field: String) -> String? { absent() }
  open class func localizedString(forStatusCode statusCode: Int) -> String { absent() }
}

// Sound: as above.
open class URLCredential: NSObject, @unchecked Sendable {
  public enum Persistence: UInt, Sendable {
    case none
    case forSession
    case permanent
    case synchronizable
  }

  public init(user: String, password: String, persistence: Persistence) { absent() }
}

// Sound: as above.
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var proposedCredential: URLCredential? { absent() }
  open var previousFailureCount: Int { absent() }
  open var failureResponse: URLResponse? { absent() }
  open var error: (any Error)? { absent() }
}

open class HTTPCookieStorage: NSObject {
  open class var shared: HTTPCookieStorage { absent() }
}

open class URLCache: NSObject {
  open class var shared: URLCache {
    get { absent() }
    set { absent() }
  }
}

open class URLCredentialStorage: NSObject {
  open class var shared: URLCredentialStorage { absent() }
}
