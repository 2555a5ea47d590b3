public import Foundation
import Millrace
import MillraceSupport

extension KeyValueClient {
  /// Creates a client of values in memory, which no other client sees.
  ///
  /// - Parameter values: The values at the beginning, by their keys.
  public static func inMemory(_ values: [String: Data] = [:]) -> KeyValueClient {
    let values = WatchedValue(values, as: "key-value client")
    return KeyValueClient { change in values.withLock { change(&$0) } }
  }

  /// Creates a client of values that are held somewhere else, such as in a `Shared` value of the explorer.
  ///
  /// - Parameter access: A function that calls its argument once, before it returns, with the values, and
  ///   keeps the changes.
  public init(access: @escaping @Sendable (_ change: (inout [String: Data]) -> Void) -> Void) {
    self.init(
      data: { key in
        var data: Data?
        access { data = $0[key] }
        return data
      },
      setData: { data, key in access { $0[key] = data } },
      keys: {
        var keys: [String] = []
        access { keys = $0.keys.sorted() }
        return keys
      })
  }

  /// Creates a client whose values are files, one a key, in a folder of their own.
  ///
  /// A value is replaced in one step, and survives a crash. Several processes may share the folder: the last
  /// write of a key counts. Reading the list of keys reads all files.
  ///
  /// - Parameters:
  ///   - folder: The folder; the first write creates it.
  ///   - files: The client that has the folder.
  public static func files(in folder: String, of files: FileClient = .live) -> KeyValueClient {
    @Sendable func path(_ key: String) -> String { "\(folder)/\(FileName.of(key)).json" }

    @Sendable func entry(at path: String) async throws -> KeyValueEntry? {
      let data: Data
      do { data = try await files.read(path) } catch FileError.missing { return nil }
      do {
        try JSONKeys.check(data)
        return try JSONDecoder().decode(KeyValueEntry.self, from: data)
      } catch {
        throw KeyValueError.unreadableFile(path: path, reason: "\(error)")
      }
    }

    return KeyValueClient(
      data: { key in
        let entry = try await entry(at: path(key))
        // Two long keys may have one file.
        return entry?.key == key ? entry?.value : nil
      },
      setData: { data, key in
        guard let data else {
          if try await entry(at: path(key))?.key == key { _ = try await files.remove(path(key)) }
          return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try await files.write(encoder.encode(KeyValueEntry(key: key, value: data)), path(key))
      },
      keys: {
        var keys: [String] = []
        let names: [String]
        do { names = try await files.list(folder) } catch FileError.missing { names = [] }
        for name in names {
          if let entry = try await entry(at: "\(folder)/\(name)") { keys.append(entry.key) }
        }
        return keys.sorted()
      })
  }

  /// The values of the program and its user.
  ///
  /// On Apple's systems they are in the standard user defaults. On others they are files in
  /// `$XDG_CONFIG_HOME/PROGRAM/values`, or in `~/.config` if that is not set; `PROGRAM` is the name of the
  /// executable, so a renamed program starts without values.
  public static var live: KeyValueClient {
    #if canImport(Darwin)
    .userDefaults()
    #else
    .files(
      in: valueFolder(
        environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory(),
        program: ProcessInfo.processInfo.processName))
    #endif
  }

  /// Returns the folder of a program's values by the XDG conventions, which ignore a relative path.
  static func valueFolder(environment: [String: String], home: String, program: String) -> String {
    let home = home.hasPrefix("/") ? home : NSTemporaryDirectory()
    let given = environment["XDG_CONFIG_HOME"]
    let configuration = given.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    return "\(configuration)/\(FileName.of(program))/values"
  }
}

private struct KeyValueEntry: Codable {
  let key: String
  let value: Data
}

#if canImport(Darwin)
extension KeyValueClient {
  /// Creates a client of the user defaults of a suite; by default of the standard ones.
  ///
  /// Values that are not bytes, which other code has stored, are not seen.
  ///
  /// - Parameter suiteName: The name of the suite, such as that of an application group.
  public static func userDefaults(suiteName: String? = nil) -> KeyValueClient {
    @Sendable func defaults() -> UserDefaults {
      suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
    }
    return KeyValueClient(
      data: { key in defaults().data(forKey: key) },
      setData: { data, key in
        if let data { defaults().set(data, forKey: key) } else { defaults().removeObject(forKey: key) }
      },
      keys: { defaults().dictionaryRepresentation().compactMap { $0.value is Data ? $0.key : nil }.sorted() })
  }
}
#endif
