import Dispatch

/// A place in which a part of a state is kept: a file, the user's defaults, or one of an application's own.
///
/// Its methods block. The first ``read()`` and ``watch(_:)`` are called where keeping begins, everything else
/// by ``perform(_:)``.
public protocol KeptStorage: Sendable {
  /// The name of the place in errors, such as a path; a place can be used once in a process.
  var location: String { get }

  /// The name of the values' kind, unless a schema is given.
  var kind: String { get }

  /// Returns the bytes; nil if there are none.
  func read() throws -> [UInt8]?

  /// Replaces the bytes in one step: a crash at any moment leaves the old or the new ones.
  func write(_ bytes: [UInt8]) throws

  /// Reads the bytes, and replaces them by those that a closure returns, as one change.
  ///
  /// Between the reading and the writing no other process changes them by this method. By default it only
  /// reads and writes, so that another process can write in between.
  ///
  /// - Parameter change: A closure that takes the bytes, nil if there are none, and returns the new ones, or
  ///   nil to leave them.
  func update(_ change: (_ found: [UInt8]?) throws -> [UInt8]?) throws

  /// Moves the bytes away, because they cannot be used, and returns the name of their new place.
  func setAside() throws -> String

  /// Begins to call a closure, on any thread, whenever the bytes may have changed, also by ``write(_:)``.
  ///
  /// - Returns: An object that ends this when it is released; nil if the place cannot be watched now. It is
  ///   asked again after each write.
  func watch(_ changed: @escaping @Sendable () -> Void) throws -> AnyObject?

  /// Calls a closure that blocks.
  ///
  /// By default it does so on a thread of its own. A place in memory, as tests have it, calls it at once.
  func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value
}

extension KeptStorage {
  /// Reads and writes, without keeping other processes from writing in between.
  public func update(_ change: (_ found: [UInt8]?) throws -> [UInt8]?) throws {
    if let bytes = try change(read()) { try write(bytes) }
  }

  /// Returns nil: the place cannot be watched.
  public func watch(_ changed: @escaping @Sendable () -> Void) throws -> AnyObject? { nil }

  /// Calls the closure on a thread of its own.
  public func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
    }
  }
}
