import Foundation
import Millrace
import MillracePersistence
import Testing

/// The samples of *Keeping a part*.
enum KeepingSample {
  nonisolated struct ReaderSettings: Codable, Equatable {
    var theme = "light"
    var fontSize = 12
  }

  struct Reader {
    var settings = ReaderSettings()
    var page = 0
  }

  enum ReaderMessage: Sendable {
    case turnPage
    case choose(theme: String)
    case restored(ReaderSettings)
  }

  nonisolated struct FirstSettings: Codable { var isDark: Bool }
}

private typealias ReaderSettings = KeepingSample.ReaderSettings

nonisolated extension ReaderSettings {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    theme = try container.decode(String.self, forKey: .theme)
    fontSize = try container.decodeIfPresent(Int.self, forKey: .fontSize) ?? fontSize
  }
}

@MainActor
@Suite("Keeping a part") struct KeepingSamples {
  typealias ReaderSettings = KeepingSample.ReaderSettings
  typealias Reader = KeepingSample.Reader
  typealias ReaderMessage = KeepingSample.ReaderMessage
  typealias FirstSettings = KeepingSample.FirstSettings

  func updateReader(_ reader: inout Reader, _ message: ReaderMessage) -> Effect<ReaderMessage> {
    switch message {
    case .turnPage: reader.page += 1
    case .choose(let theme): reader.settings.theme = theme
    case .restored(let settings): reader.settings = settings
    }
    return .none
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = URL.temporaryDirectory.appending(path: "keeping-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test("A part is there again after a restart")
  func restart() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "settings.json")
      do {
        let store = Store(Reader(), update: updateReader)
        let kept = store.keep(\.settings, in: .file(file))
        store.send(.choose(theme: "dark"))
        try await kept.flush()
      }
      let store = Store(Reader(), update: updateReader)
      store.keep(\.settings, in: .file(folder.appending(path: "settings.json")))
      #expect(store.settings.theme == "dark")
    }
  }

  @Test("An older form becomes the new one")
  func migration() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "settings.json")
      try Data(#"{"kind":"settings@1","value":{"isDark":true}}"#.utf8).write(to: file)
      let store = Store(Reader(), update: updateReader)
      let schema = RecordSchema<ReaderSettings>("settings", version: 2)
        .upcast("settings", from: 1, to: 2) { (old: FirstSettings) in
          ReaderSettings(theme: old.isDark ? "dark" : "light")
        }
      store.keep(\.settings, in: .file(file), as: schema)
      #expect(store.settings.theme == "dark")
    }
  }

  @Test("A property that was added has its default")
  func added() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "settings.json")
      try Data(#"{"kind":"settings@1","value":{"theme":"dark"}}"#.utf8).write(to: file)
      let store = Store(Reader(), update: updateReader)
      store.keep(\.settings, in: .file(file))
      #expect(store.settings == ReaderSettings(theme: "dark", fontSize: 12))
    }
  }

  @Test("Values are merged, or come as messages")
  func others() async throws {
    try await inFolder { folder in
      var file = folder.appending(path: "merged.json")
      let store = Store(Reader(), update: updateReader)
      store.keep(
        \.settings, in: .file(file),
        merging: { mine, theirs in ReaderSettings(theme: mine.theme, fontSize: theirs.fontSize) })
      store.send(.choose(theme: "blue"))
      file = folder.appending(path: "settings.json")
      try Data(#"{"kind":"settings@1","value":{"theme":"dark","fontSize":9}}"#.utf8).write(to: file)
      do {
        let store = Store(Reader(), update: updateReader)
        store.keep(\.settings, in: .file(file), message: { .restored($0) })
        #expect(store.settings.fontSize == 9 && store.flow.lastSequence == 1)
      }
    }
  }
}
