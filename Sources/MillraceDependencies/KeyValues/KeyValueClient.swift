public import Foundation
public import Millrace

/// Values under keys that outlast the program, such as settings, as a dependency.
///
/// ```swift
/// return .run(label: "load the theme") { send in
///   let theme = try await send.environment[KeyValueClient.self].value(Theme.self, for: "theme")
///   await send(.loaded(theme ?? .light))
/// }
/// ```
///
/// It is its own key in the environment: ``live`` in an application, ``inMemory(_:)`` in a preview. In a test
/// each endpoint fails until the test sets it.
public struct KeyValueClient: Sendable {
  /// Returns the bytes under a key; nil if there are none.
  public var data: @Sendable (_ key: String) async throws -> Data?
  /// Stores bytes under a key; nil removes the key.
  public var setData: @Sendable (_ data: Data?, _ key: String) async throws -> Void
  /// Returns the keys, sorted.
  public var keys: @Sendable () async throws -> [String]

  /// Creates a client; an endpoint that is left out fails the test that calls it.
  public init(
    data: @escaping @Sendable (_ key: String) async throws -> Data? = unimplemented("KeyValueClient.data"),
    setData: @escaping @Sendable (_ data: Data?, _ key: String) async throws -> Void =
      unimplemented("KeyValueClient.setData"),
    keys: @escaping @Sendable () async throws -> [String] = unimplemented("KeyValueClient.keys")
  ) {
    self.data = data
    self.setData = setData
    self.keys = keys
  }

  /// Returns the value under a key, decoded from JSON; nil if there is none.
  ///
  /// - Throws: ``KeyValueError/undecodable(key:reason:)`` when it is not of this type.
  public func value<Value: Decodable>(_ type: Value.Type, for key: String) async throws -> Value? {
    guard let data = try await data(key) else { return nil }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw KeyValueError.undecodable(key: key, reason: "\(error)")
    }
  }

  /// Stores a value under a key, encoded as JSON; nil removes the key.
  public func set<Value: Encodable>(_ value: Value?, for key: String) async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try await setData(value.map { try encoder.encode($0) }, key)
  }
}

/// The reason why a value under a key could not be read.
public enum KeyValueError: Error, Hashable {
  /// The value is not of the requested type.
  case undecodable(key: String, reason: String)
  /// A file in the folder of the values is not one that the client has written.
  case unreadableFile(path: String, reason: String)
}

extension KeyValueError: AdvisingError {}

extension KeyValueError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .undecodable(let key, let reason):
      """
      The value under the key `\(key)` could not be decoded: \(sentence(reason)) Ask for the type that was stored, or \
      remove the key by storing nil.
      """
    case .unreadableFile(let path, let reason):
      "The file `\(path)` holds no value of a key: \(sentence(reason)) Remove it, or move it to another folder."
    }
  }
}

extension KeyValueClient: StoreEnvironmentKey {
  /// The values of the program and its user.
  public static let defaultValue = KeyValueClient.live
  /// No endpoint has an implementation.
  public static let testValue = KeyValueClient()
  /// Values in memory, which all previews of the process share.
  public static let previewValue = KeyValueClient.inMemory()
}

extension KeyValueClient {
  /// A call of a client, as ``recording(into:)`` records it.
  public enum Call: Hashable, Sendable {
    /// A read of the value under this key.
    case data(String)
    /// A write of these bytes under this key.
    case setData(Data?, String)
    /// A listing of the keys.
    case keys
  }

  /// Returns a client that records each call before it makes it.
  public func recording(into calls: RecordedCalls<Call>) -> KeyValueClient {
    KeyValueClient(
      data: { key in
        calls.append(.data(key))
        return try await data(key)
      },
      setData: { data, key in
        calls.append(.setData(data, key))
        try await setData(data, key)
      },
      keys: {
        calls.append(.keys)
        return try await keys()
      })
  }
}
