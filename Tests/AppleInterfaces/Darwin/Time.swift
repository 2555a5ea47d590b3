// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

@frozen
public struct clockid_t: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32

  public init(_ rawValue: UInt32) { absent() }
  public init(rawValue: UInt32) { absent() }
}

public var CLOCK_REALTIME: clockid_t { absent() }
public var CLOCK_MONOTONIC: clockid_t { absent() }
public var CLOCK_MONOTONIC_RAW: clockid_t { absent() }
public var CLOCK_UPTIME_RAW: clockid_t { absent() }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { absent() }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { absent() }

@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { absent() }
@discardableResult
public func nanosleep(_ time: UnsafePointer<timespec>!, _ rest: UnsafeMutablePointer<timespec>!) -> Int32 {
  absent()
}

@frozen
public struct tm {
  public var tm_sec = Int32()
  public var tm_min = Int32()
  public var tm_hour = Int32()
  public var tm_mday = Int32()
  public var tm_mon = Int32()
  public var tm_year = Int32()
  public var tm_wday = Int32()
  public var tm_yday = Int32()
  public var tm_isdst = Int32()
  public var tm_gmtoff = Int()
  public var tm_zone: UnsafeMutablePointer<CChar>!

  public init() {}
}

@discardableResult
public func time(_ time: UnsafeMutablePointer<time_t>!) -> time_t { absent() }
@discardableResult
public func localtime_r(
  _ time: UnsafePointer<time_t>!, _ parts: UnsafeMutablePointer<tm>!
) -> UnsafeMutablePointer<tm>! { absent() }
@discardableResult
public func gmtime_r(
  _ time: UnsafePointer<time_t>!, _ parts: UnsafeMutablePointer<tm>!
) -> UnsafeMutablePointer<tm>! { absent() }
@discardableResult
public func mktime(_ parts: UnsafeMutablePointer<tm>!) -> time_t { absent() }
public func tzset() { absent() }
