// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public let AF_UNIX = Int32()
public let AF_INET = Int32()
public let AF_INET6 = Int32()

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
