/// A reference from outside to a value that lives on a loop.
///
/// ```swift
/// let server = try await Resident(on: loop) { loop in try Server(on: loop) }
/// await server.use { server, loop in server.stop(on: loop) }
/// ```
public struct Resident<Value>: @unchecked Sendable {
  // Sound: the value is created on its loop, and is accessed by `use` only, which runs there.
  private let value: Value
  public let loop: ServerLoop

  /// Creates a value on a loop.
  public init(
    on loop: ServerLoop, _ make: @Sendable (isolated ServerLoop) async throws -> Value
  ) async rethrows {
    self = try await Self.made(make, loop)
  }

  private init(_ value: Value, _ loop: ServerLoop) {
    self.value = value
    self.loop = loop
  }

  private static func made(
    _ make: (isolated ServerLoop) async throws -> Value, _ loop: isolated ServerLoop
  ) async rethrows -> Resident { Resident(try await make(loop), loop) }

  /// Runs a closure with the value, on its loop.
  public func use<Result: Sendable>(
    _ body: @Sendable (Value, isolated ServerLoop) async throws -> Result
  ) async rethrows -> Result {
    try await run(body, loop)
  }

  private func run<Result: Sendable>(
    _ body: (Value, isolated ServerLoop) async throws -> Result, _ loop: isolated ServerLoop
  ) async rethrows -> Result { try await body(value, loop) }
}
