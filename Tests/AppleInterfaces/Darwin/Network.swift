// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public let AF_UNIX = Int32()
public let AF_INET = Int32()
public let AF_INET6 = Int32()

public let SOCK_STREAM = Int32()
public let SOL_SOCKET = Int32()
public let SO_ERROR = Int32()
public let SO_NOSIGPIPE = Int32()
public let IPPROTO_TCP = Int32()
public let TCP_NODELAY = Int32()

public typealias in_addr_t = UInt32

@frozen
public struct in_addr: Sendable {
  public var s_addr = in_addr_t()

  public init() {}
  public init(s_addr: in_addr_t) {}
}

@frozen
public struct in6_addr: Sendable {
  /// C's union of the three forms of an address.
  @frozen
  public struct __Unnamed_union___u6_addr: Sendable {
    public var __u6_addr32 = (UInt32(), UInt32(), UInt32(), UInt32())

    public init() {}
  }

  public var __u6_addr = __Unnamed_union___u6_addr()

  public init() {}
}

@discardableResult
public func inet_aton(_ text: UnsafePointer<CChar>!, _ address: UnsafeMutablePointer<in_addr>!) -> Int32 {
  absent()
}
@discardableResult
public func inet_pton(
  _ family: Int32, _ text: UnsafePointer<CChar>!, _ address: UnsafeMutableRawPointer!
) -> Int32 { absent() }

public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8

@frozen
public struct sockaddr: Sendable {
  public var sa_len = UInt8()
  public var sa_family = sa_family_t()

  public init() {}
}

@frozen
public struct sockaddr_un: Sendable {
  public var sun_len = UInt8()
  public var sun_family = sa_family_t()
  /// C's array; its size matters to no caller.
  public var sun_path = (CChar(), CChar(), CChar(), CChar())

  public init() {}
}

@frozen
public struct addrinfo {
  public var ai_flags = Int32()
  public var ai_family = Int32()
  public var ai_socktype = Int32()
  public var ai_protocol = Int32()
  public var ai_addrlen = socklen_t()
  public var ai_canonname: UnsafeMutablePointer<CChar>!
  public var ai_addr: UnsafeMutablePointer<sockaddr>!
  public var ai_next: UnsafeMutablePointer<addrinfo>!

  public init() {}
}

@discardableResult
public func socket(_ family: Int32, _ type: Int32, _ number: Int32) -> Int32 { absent() }
@discardableResult
public func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>!, _ size: socklen_t) -> Int32 {
  absent()
}
@discardableResult
public func recv(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ flags: Int32) -> Int
{
  absent()
}
@discardableResult
public func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ flags: Int32) -> Int {
  absent()
}
@discardableResult
public func setsockopt(
  _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeRawPointer!, _ size: socklen_t
) -> Int32 { absent() }
@discardableResult
public func getsockopt(
  _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeMutableRawPointer!,
  _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { absent() }
@discardableResult
public func getaddrinfo(
  _ host: UnsafePointer<CChar>!, _ service: UnsafePointer<CChar>!, _ hints: UnsafePointer<addrinfo>!,
  _ found: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>!
) -> Int32 { absent() }
public func freeaddrinfo(_ found: UnsafeMutablePointer<addrinfo>!) { absent() }
public func gai_strerror(_ code: Int32) -> UnsafePointer<CChar>! { absent() }
