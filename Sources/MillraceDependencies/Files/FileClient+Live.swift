import Dispatch
import Foundation
public import Millrace
import MillraceSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension FileClient {
  /// The files of the system; a path that does not begin with `/` starts at the working folder of the
  /// process.
  ///
  /// A write is atomic and durable: after a crash at any moment, also of the machine, the old file is there
  /// or the new one. New files and folders are accessible to the user of the process alone. Calls are made on
  /// a thread of their own, one after another.
  public static let live = FileClient(SystemFiles(folder: nil, permissions: .ownerOnly))

  /// Creates a client of the files in a folder; every path, also one that begins with `/`, starts there.
  ///
  /// The folder is created by the first write, and counts as empty before. Links in it are followed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - permissions: The permissions of new files and folders.
  public static func live(in folder: String, permissions: AccessPermissions = .ownerOnly) -> FileClient {
    FileClient(SystemFiles(folder: folder, permissions: permissions))
  }

  private init(_ files: SystemFiles) {
    let queue = DispatchQueue(label: "FileClient")
    @Sendable func onQueue<Result: Sendable>(
      _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Swift.Result(catching: work)) }
      }
    }
    self.init(
      read: { path in try await onQueue { try files.read(CheckedPath(path)) } },
      write: { data, path in try await onQueue { try files.write(data, CheckedPath(path)) } },
      list: { folder in try await onQueue { try files.list(CheckedPath(folder)) } },
      remove: { path in try await onQueue { try files.remove(CheckedPath(path)) } })
  }
}

/// The files of the system below a folder.
private struct SystemFiles: Sendable {
  let folder: String?
  let permissions: AccessPermissions

  func read(_ path: CheckedPath) throws(FileError) -> Data {
    do throws(SystemFailure) {
      if let bytes = try SystemFile.contents(of: full(path.text, path)) { return Data(bytes) }
    } catch {
      throw failure(error, path)
    }
    throw .missing(path: path.given)
  }

  func write(_ data: Data, _ path: CheckedPath) throws(FileError) {
    guard let name = path.names.last else { throw .isFolder(path: path.given) }
    let folder = full(path.folder, path)
    do throws(SystemFailure) {
      try SystemFile.replace(
        full(path.text, path), by: Array(data), over: "\(folder)/\(CheckedPath.temporary(of: name))",
        in: folder, permissions)
    } catch {
      throw failure(error, path)
    }
  }

  func list(_ path: CheckedPath) throws(FileError) -> [String] {
    guard let stream = opendir(full(path.text, path)) else {
      let code = errno
      if code == ENOENT, path.names.isEmpty { return [] }
      throw failure(code, "\(String(cString: strerror(code))), errno \(code)", path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // Sound: the system ends the name with a zero byte.
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != "..", !CheckedPath.isTemporary(name) { names.append(name) }
    }
    return names.sorted()
  }

  func remove(_ path: CheckedPath) throws(FileError) -> Bool {
    if path.names.isEmpty { throw .isFolder(path: path.given) }
    do throws(SystemFailure) {
      return try SystemFile.remove(full(path.text, path))
    } catch {
      // Some systems answer that it is not permitted.
      if let stream = opendir(full(path.text, path)) {
        closedir(stream)
        throw .isFolder(path: path.given)
      }
      throw failure(error, path)
    }
  }

  /// Returns a path for the system.
  private func full(_ text: String, _ path: CheckedPath) -> String {
    if let folder { return text.isEmpty ? folder : "\(folder)/\(text)" }
    return path.given.hasPrefix("/") ? "/\(text)" : text.isEmpty ? "." : text
  }

  private func failure(_ failure: SystemFailure, _ path: CheckedPath) -> FileError {
    self.failure(failure.code, failure.reason, path)
  }

  private func failure(_ code: Int32, _ reason: String, _ path: CheckedPath) -> FileError {
    switch code {
    case ENOENT: .missing(path: path.given)
    case EISDIR: .isFolder(path: path.given)
    case ENOTDIR: .isNoFolder(path: path.given)
    default: .failed(path: path.given, reason: reason)
    }
  }
}
