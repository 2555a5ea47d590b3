public import Foundation
public import Millrace

/// The files of a program, as a dependency: read, write in one step, list, remove.
///
/// ```swift
/// return .run(label: "save") { send in
///   let files = send.environment[FileClient.self]
///   try await files.write(JSONEncoder().encode(settings), to: "settings.json")
///   await send(.saved)
/// }
/// ```
///
/// It is its own key in the environment: ``live`` in an application, ``inMemory(_:)`` in a preview. In a test
/// each endpoint fails until the test sets it.
///
/// A path has components separated by `/`. Empty components and `.` are ignored; `..` is an error, so a path
/// from outside cannot lead out of a folder. Each endpoint throws ``FileError``.
public struct FileClient: Sendable {
  /// Returns the contents of a file.
  public var read: @Sendable (_ path: String) async throws -> Data
  /// Replaces a file by one with these contents, in one step; creates it, and the folders around it.
  public var write: @Sendable (_ data: Data, _ path: String) async throws -> Void
  /// Returns the names of the files and folders in a folder, sorted.
  public var list: @Sendable (_ folder: String) async throws -> [String]
  /// Removes a file; returns false if there is none.
  public var remove: @Sendable (_ path: String) async throws -> Bool

  /// Creates a client; an endpoint that is left out fails the test that calls it.
  public init(
    read: @escaping @Sendable (_ path: String) async throws -> Data = unimplemented("FileClient.read"),
    write: @escaping @Sendable (_ data: Data, _ path: String) async throws -> Void =
      unimplemented("FileClient.write"),
    list: @escaping @Sendable (_ folder: String) async throws -> [String] = unimplemented("FileClient.list"),
    remove: @escaping @Sendable (_ path: String) async throws -> Bool = unimplemented("FileClient.remove")
  ) {
    self.read = read
    self.write = write
    self.list = list
    self.remove = remove
  }

  /// Replaces a file by one with these contents, in one step; creates it, and the folders around it.
  public func write(_ data: Data, to path: String) async throws {
    try await write(data, path)
  }
}

extension FileClient: StoreEnvironmentKey {
  /// The files of the system.
  public static let defaultValue = FileClient.live
  /// No endpoint has an implementation.
  public static let testValue = FileClient()
  /// Files in memory, which all previews of the process share.
  public static let previewValue = FileClient.inMemory()
}

extension FileClient {
  /// A call of a client, as ``recording(into:)`` records it.
  public enum Call: Hashable, Sendable {
    /// A read of the file at this path.
    case read(String)
    /// A write of these contents to the file at this path.
    case write(Data, String)
    /// A listing of this folder.
    case list(String)
    /// A removal of the file at this path.
    case remove(String)
  }

  /// Returns a client that records each call before it makes it.
  public func recording(into calls: RecordedCalls<Call>) -> FileClient {
    FileClient(
      read: { path in
        calls.append(.read(path))
        return try await read(path)
      },
      write: { data, path in
        calls.append(.write(data, path))
        try await write(data, path)
      },
      list: { folder in
        calls.append(.list(folder))
        return try await list(folder)
      },
      remove: { path in
        calls.append(.remove(path))
        return try await remove(path)
      })
  }
}
