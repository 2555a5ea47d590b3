// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public func getpid() -> pid_t { absent() }
public func getppid() -> pid_t { absent() }
public func getuid() -> uid_t { absent() }
public func geteuid() -> uid_t { absent() }
public func exit(_ code: Int32) -> Never { absent() }
@discardableResult
public func atexit(_ body: @convention(c) () -> Void) -> Int32 { absent() }
public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { absent() }
@discardableResult
public func gethostname(_ name: UnsafeMutablePointer<CChar>!, _ size: Int) -> Int32 { absent() }
@discardableResult
public func execv(
  _ path: UnsafePointer<CChar>!, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { absent() }
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { absent() }
public func free(_ memory: UnsafeMutableRawPointer!) { absent() }

public let RTLD_LAZY = Int32()
public let RTLD_NOW = Int32()
public func dlopen(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> UnsafeMutableRawPointer! { absent() }
public func dlsym(
  _ handle: UnsafeMutableRawPointer!, _ symbol: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! { absent() }

@frozen
public struct pollfd: Sendable {
  public var fd = Int32()
  public var events = Int16()
  public var revents = Int16()

  public init() {}
  public init(fd: Int32, events: Int16, revents: Int16) {}
}
public typealias nfds_t = UInt32
public let POLLIN = Int32()
public let POLLOUT = Int32()
public let POLLERR = Int32()
public let POLLHUP = Int32()
public let POLLNVAL = Int32()
@discardableResult
public func poll(_ questions: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ patience: Int32) -> Int32 {
  absent()
}

@frozen
public struct winsize: Sendable {
  public var ws_row = UInt16()
  public var ws_col = UInt16()
  public var ws_xpixel = UInt16()
  public var ws_ypixel = UInt16()

  public init() {}
}
public var TIOCGWINSZ: UInt { absent() }
public func ioctl(_ descriptor: Int32, _ request: UInt) -> Int32 { absent() }
public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: Int32) -> Int32 { absent() }
public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 {
  absent()
}
