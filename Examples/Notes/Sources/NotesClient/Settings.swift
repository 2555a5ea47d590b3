import Flask
import Foundation
import MillraceJournal

public struct Settings: Hashable, Sendable {
  /// The addresses of servers with the same data, as they were given.
  public var servers: [String]
  /// The folder of the local database and of the archives.
  public var folder: String
  /// The token for the server; nil for none.
  public var token: String?
  /// The file of the session's recording; nil for none.
  public var recording: String?
  /// True to leave the server alone.
  public var isOffline: Bool
  /// True to store nothing: all data is fetched from the server and forgotten at the end.
  public var isTransient = false

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - servers: The servers' addresses; by default those of `NOTES_SERVER`, separated by commas, or else
  ///     this machine's port 8080.
  ///   - folder: The folder; by default `NOTES_DATA`, or else the system's folder for data of programs.
  ///   - token: The token; by default `NOTES_TOKEN`.
  ///   - recording: The file of the session's recording.
  ///   - isOffline: True to leave the server alone.
  ///   - variables: The environment variables of the process.
  public init(
    servers: [String] = [], folder: String? = nil, token: String? = nil, recording: String? = nil,
    isOffline: Bool = false, variables: [String: String]
  ) {
    func variable(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.servers = servers.isEmpty ? [variable("NOTES_SERVER") ?? "http://127.0.0.1:8080"] : servers
    let home = variable("XDG_DATA_HOME") ?? (variable("HOME") ?? ".") + "/.local/share"
    self.folder =
      folder.flatMap { $0.isEmpty ? nil : $0 } ?? variable("NOTES_DATA") ?? home + "/millrace-notes"
    self.token = token ?? variable("NOTES_TOKEN")
    self.recording = recording
    self.isOffline = isOffline
  }

  /// Creates settings of a client that stores nothing and has no server.
  init(transientIn folder: String) {
    self.init(folder: folder, isOffline: true, variables: [:])
    isTransient = true
  }

  /// The path of the local database.
  public var database: String { folder + "/notes.journal" }

  /// The path of the file of unsent changes, without the name of the client.
  var replica: String { folder + "/notes.replica-" }

  /// The folder of the archived preferences and drafts.
  var archiveFolder: URL { URL(filePath: folder + "/archives", directoryHint: .isDirectory) }

  /// Creates the folder of the local database, if it is missing; only its owner may read it.
  func makeFolder() throws(ClientError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(folder, reason: error.localizedDescription)
    }
  }

  /// Returns the number of changes in the local database that wait for the server; nil if there is no
  /// database, or it cannot be read.
  @MainActor
  public func unsentChanges() async -> Int? {
    guard FileManager.default.fileExists(atPath: database) else { return nil }
    var settings = self
    settings.isOffline = true
    guard let client = try? Client(settings: settings, server: .absent, archives: MemoryArchives()),
      (try? await client.start()) != nil
    else {
      return nil
    }
    let count = client.status.waiting
    await client.close()
    return count
  }

  /// Moves the local database away, so that the next client begins with an empty one; preferences and drafts
  /// stay.
  ///
  /// - Returns: The folder that holds it now; nil if there was no database.
  public func setDatabaseAside() throws(ClientError) -> String? {
    let files = FileManager.default
    func names() -> [String] {
      ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
        ["notes.journal", "notes.replica-"].contains { name.hasPrefix($0) }
      }
    }
    guard !names().isEmpty else { return nil }
    do {
      // A running client locks its database and must not lose it. An unreadable database is not in use.
      let reader = try? JournalReader(at: database)
      if (try? reader?.info())?.isInUse == true { throw ClientError.inUse(database) }
      var aside = folder + "/set-aside-1"
      var number = 1
      while files.fileExists(atPath: aside) {
        number += 1
        aside = folder + "/set-aside-\(number)"
      }
      try files.createDirectory(
        atPath: aside, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // The list of names is read again: reading a database creates files beside it.
      for name in names() { try files.moveItem(atPath: folder + "/" + name, toPath: aside + "/" + name) }
      return aside
    } catch let error as ClientError {
      throw error
    } catch {
      throw .folder(folder, reason: error.localizedDescription)
    }
  }
}
