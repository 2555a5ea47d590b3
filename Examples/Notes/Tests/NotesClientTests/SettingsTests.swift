import Foundation
import Katana
import MillraceJournal
import NotesLibrary
import NotesModel
import Testing

@testable import NotesClient

@Suite("The settings")
struct SettingsTests {
  @Test("What is given counts before variables, and those before what is there without either")
  func precedence() {
    let variables = [
      "NOTES_SERVER": "http://variable", "NOTES_DATA": "/variable", "NOTES_TOKEN": "variable",
      "XDG_DATA_HOME": "/data", "HOME": "/house/me",
    ]
    let given = Settings(
      servers: ["http://given", "http://next"], folder: "/given", token: "given", recording: "/r",
      isOffline: true,
      variables: variables)
    #expect(
      given.servers == ["http://given", "http://next"] && given.folder == "/given" && given.token == "given")
    #expect(given.recording == "/r" && given.isOffline && given.database == "/given/notes.journal")
    let varied = Settings(variables: variables)
    #expect(
      varied.servers == ["http://variable"] && varied.folder == "/variable" && varied.token == "variable")
    #expect(varied.recording == nil && !varied.isOffline && !varied.isTransient)
  }

  @Test(
    "Without a word about it, the server is on this machine, and the folder where the system has such things")
  func defaults() {
    #expect(Settings(variables: [:]).servers == ["http://127.0.0.1:8080"])
    #expect(Settings(variables: [:]).token == nil)
    #expect(Settings(variables: [:]).folder == "./.local/share/millrace-notes")
    #expect(Settings(variables: ["HOME": "/house/me"]).folder == "/house/me/.local/share/millrace-notes")
    let both = ["HOME": "/house/me", "XDG_DATA_HOME": "/data"]
    #expect(Settings(variables: both).folder == "/data/millrace-notes")
  }

  @Test("An empty variable is none")
  func empty() {
    let variables = ["NOTES_SERVER", "NOTES_DATA", "NOTES_TOKEN", "XDG_DATA_HOME", "HOME"]
    let settings = Settings(variables: Dictionary(uniqueKeysWithValues: variables.map { ($0, "") }))
    #expect(settings == Settings(variables: [:]))
  }

  @Test("A folder that cannot be made is told of with a sentence")
  func folder() throws {
    let folder = try Folder()
    try Data().write(to: URL(filePath: folder.path + "/file"))
    let settings = Settings(folder: folder.path + "/file/inside", variables: [:])
    #expect {
      try settings.makeFolder()
    } throws: {
      "\($0)".hasPrefix("The folder \(folder.path)/file/inside for the local database cannot be created: ")
    }
  }
}

@MainActor
@Suite("Setting the database aside")
struct SetAsideTests {
  @Test("Where there is no database, nothing is set aside")
  func nothing() throws {
    let folder = try Folder()
    #expect(try Settings(folder: folder.path, variables: [:]).setDatabaseAside() == nil)
    #expect(try Settings(folder: folder.path + "/none", variables: [:]).setDatabaseAside() == nil)
    #expect(folder.names.isEmpty)
  }

  @Test("It is moved whole, what was not sent is counted, and an earlier one is never written over")
  func moves() async throws {
    let site = try Site()
    site.server.mood = .away
    for round in 1...3 {
      let client = try await site.open()
      for number in 0..<round { _ = client.add(.notes, title: "Note \(number)", body: "") }
      await client.close()
      #expect(await site.settings.unsentChanges() == round)
      #expect(try site.settings.setDatabaseAside() == site.folder.path + "/set-aside-\(round)")
      #expect(!site.folder.names.contains { $0.hasPrefix("notes.") })
    }
    #expect(site.folder.names == ["set-aside-1", "set-aside-2", "set-aside-3"])
    let kept = try await site.open(Settings(folder: site.folder.path + "/set-aside-2", variables: [:]))
    #expect(kept.titles == ["Note 0", "Note 1"])
    await kept.close()
    let anew = try await site.open()
    #expect(anew.titles.isEmpty)
    await anew.close()
  }

  @Test("One that a crash has left is moved whole, with what only its log has")
  func crashed() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    _ = client.add(.notes, title: "Bake bread", body: "")
    try await client.flush()
    let copy = try site.folder.copied()
    await client.close()
    let crashed = Settings(folder: copy.path, variables: [:])
    #expect(await crashed.unsentChanges() == 1)
    let aside = try #require(try crashed.setDatabaseAside())
    #expect(copy.names.filter { $0 != "archives" } == ["set-aside-1"])
    let kept = try await site.open(Settings(folder: aside, variables: [:]))
    #expect(kept.titles == ["Bake bread"])
    await kept.close()
  }

  @Test("While it is used it stays where it is")
  func inUse() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    #expect(throws: ClientError.inUse(site.settings.database)) { try site.settings.setDatabaseAside() }
    #expect(site.folder.names.contains("notes.journal") && !site.folder.names.contains("set-aside-1"))
    _ = client.add(.notes, title: "Bake bread", body: "")
    try await client.flush()
    await client.close()
    #expect(await site.settings.unsentChanges() == 1)
    #expect(try site.settings.setDatabaseAside() != nil)
  }

  @Test("One that is damaged, wherever it is, is set aside as well")
  func damaged() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    for number in 0..<20 { _ = client.add(.notes, title: "Note \(number)", body: "") }
    await client.close()
    let bytes = try site.folder.bytes("notes.journal")
    for page in stride(from: 0, to: bytes.count, by: 4096) {
      let folder = try Folder()
      var damaged = bytes
      for place in page..<min(page + 4096, bytes.count) { damaged[place] = 0xA5 }
      try damaged.write(to: URL(filePath: folder.path + "/notes.journal"))
      #expect(try Settings(folder: folder.path, variables: [:]).setDatabaseAside() != nil, "page at \(page)")
      #expect(folder.names == ["set-aside-1"], "page at \(page)")
    }
  }

  @Test("A client that cannot read its database says so, changes nothing, and says what to do")
  func unreadable() async throws {
    let folder = try Folder()
    let text = Data("This is no journal at all, but a text that somebody has put there.".utf8)
    try text.write(to: URL(filePath: folder.path + "/notes.journal"))
    let settings = Settings(folder: folder.path, variables: [:])
    let site = try Site()
    await #expect {
      try await site.make(settings).start()
    } throws: {
      "\($0)".hasPrefix("The local database \(settings.database) cannot be read. ")
        && "\($0)".contains("notes reset")
    }
    #expect(try folder.bytes("notes.journal") == text)
    #expect(await settings.unsentChanges() == nil, "it is not known")
    #expect(try settings.setDatabaseAside() != nil)
    let client = try await site.open(settings)
    await client.close()
  }
}
