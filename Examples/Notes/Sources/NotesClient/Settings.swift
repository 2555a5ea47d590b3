import Foundation
import MillraceJournal

/// Where the client finds what it needs.
public struct Settings: Hashable, Sendable {
  /// The address of the server, as it was given.
  public var server: String
  /// The folder of the local database and of the archives.
  public var folder: String
  /// What the server wants to see; nil for nothing.
  public var token: String?
  /// The file in which the session is recorded; nil for none.
  public var recording: String?
  /// Whether the server is left alone.
  public var isOffline: Bool
  /// Whether nothing is kept: everything is fetched from the server and forgotten at the end.
  public var isTransient = false

  /// Settings.
  ///
  /// - Parameters:
  ///   - server: The server's address, if it was given; otherwise `NOTES_SERVER`, otherwise this machine's port 8080.
  ///   - folder: The folder, if it was given; otherwise `NOTES_DATA`, otherwise where the system has data of programs.
  ///   - token: The token, if it was given; otherwise `NOTES_TOKEN`.
  ///   - recording: Where the session is recorded.
  ///   - isOffline: Whether the server is left alone.
  ///   - variables: The variables of the process.
  public init(
    server: String? = nil, folder: String? = nil, token: String? = nil, recording: String? = nil,
    isOffline: Bool = false, variables: [String: String]
  ) {
    func variable(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.server = server ?? variable("NOTES_SERVER") ?? "http://127.0.0.1:8080"
    let home = variable("XDG_DATA_HOME") ?? (variable("HOME") ?? ".") + "/.local/share"
    self.folder =
      folder.flatMap { $0.isEmpty ? nil : $0 } ?? variable("NOTES_DATA") ?? home + "/millrace-notes"
    self.token = token ?? variable("NOTES_TOKEN")
    self.recording = recording
    self.isOffline = isOffline
  }

  /// Settings for one who keeps nothing and knows no server.
  init(transientIn folder: String) {
    self.init(folder: folder, isOffline: true, variables: [:])
    isTransient = true
  }

  /// The local database.
  public var database: String { folder + "/notes.journal" }

  /// Where preferences and drafts are archived.
  var archiveFolder: URL { URL(filePath: folder + "/archives", directoryHint: .isDirectory) }

  /// Makes the folder of the local database, if it is not there; only its owner may read it.
  func makeFolder() throws(ClientError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(folder, reason: error.localizedDescription)
    }
  }

  /// Sets the local database aside, so that the next client begins anew; preferences and drafts stay.
  ///
  /// - Returns: Where it is kept now, and how many changes in it were never sent, as far as that can be read; nil if
  ///   there was none.
  public func setDatabaseAside() throws(ClientError) -> (folder: String, unsent: Int?)? {
    let files = FileManager.default
    func names() -> [String] {
      ((try? files.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("notes.journal") }
    }
    guard !names().isEmpty else { return nil }
    do {
      // Whoever is using it holds it, and must not lose it from under them. One that cannot be read is nobody's.
      let reader = try? JournalReader(at: database)
      if (try? reader?.info())?.isInUse == true { throw ClientError.inUse(database) }
      let unsent = try? reader?.tasks(.open).count
      var aside = folder + "/set-aside-1"
      var number = 1
      while files.fileExists(atPath: aside) {
        number += 1
        aside = folder + "/set-aside-\(number)"
      }
      try files.createDirectory(
        atPath: aside, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Asked anew: to read a database makes files beside it.
      for name in names() { try files.moveItem(atPath: folder + "/" + name, toPath: aside + "/" + name) }
      return (aside, unsent)
    } catch let error as ClientError {
      throw error
    } catch {
      throw .folder(folder, reason: error.localizedDescription)
    }
  }
}
