// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct OSLogType: Equatable, RawRepresentable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  public static var `default`: OSLogType { absent() }
  public static var info: OSLogType { absent() }
  public static var debug: OSLogType { absent() }
  public static var error: OSLogType { absent() }
  public static var fault: OSLogType { absent() }
}

public struct OSLogPrivacy {
  public enum Mask {
    case hash
    case none
  }

  public static var `public`: OSLogPrivacy { absent() }
  public static var `private`: OSLogPrivacy { absent() }
  public static var sensitive: OSLogPrivacy { absent() }
  public static var auto: OSLogPrivacy { absent() }
  public static func `private`(mask: Mask) -> OSLogPrivacy { absent() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) { absent() }
  public mutating func appendLiteral(_ literal: String) { absent() }
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) { absent() }
  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: @autoclosure @escaping () -> T, privacy: OSLogPrivacy = .auto
  ) { absent() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  public init(stringInterpolation: OSLogInterpolation) { absent() }
  public init(stringLiteral value: String) { absent() }
}

public struct Logger: Sendable {
  public init() { absent() }
  public init(subsystem: String, category: String) { absent() }

  public func log(_ message: OSLogMessage) { absent() }
  public func log(level: OSLogType, _ message: OSLogMessage) { absent() }
}

public typealias SignpostMetadata = OSLogMessage

public struct OSSignpostID: Sendable, Equatable {
  public static var exclusive: OSSignpostID { absent() }
  public static var invalid: OSSignpostID { absent() }
}

// Sound: a declaration without behaviour.
public class OSSignpostIntervalState: @unchecked Sendable {}

public struct OSSignposter: Sendable {
  public init(subsystem: String, category: String) { absent() }
  public init(logger: Logger) { absent() }

  public var isEnabled: Bool { absent() }
  public func makeSignpostID() -> OSSignpostID { absent() }
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState { absent() }
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState { absent() }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) { absent() }
  public func endInterval(
    _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
  ) { absent() }
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) { absent() }
  public func emitEvent(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) { absent() }
}

func absent() -> Never { while true {} }
