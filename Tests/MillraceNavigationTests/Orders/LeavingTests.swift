import Millrace
import MillraceNavigation
import MillraceTesting
import Testing

/// Parts of every kind that leave while their effects are in flight, in every order.
///
/// A note is loaded twice: once in a queue, and once by a sequence of two steps. Meanwhile it leaves, and
/// another takes its place. Nothing of the first may arrive in the second.
@Suite struct LeavingTests {
  struct Note: Hashable, Codable, Sendable {
    var name: String
    var heard: [String] = []
  }

  enum NoteMessage: Hashable, Codable, Sendable {
    case load, steps
    case heard(String)
    case echo
  }

  enum Tab: Hashable, Codable, Sendable {
    case none
    case note(Note)
  }

  struct Notes: Hashable, Codable, Sendable {
    var note: Note?
    var tab = Tab.none
    var rows: RowTable<Int, Note> = [:]
    var path = ScreenPath<Note>()
    var modal = Presentation<Note>()

    var all: [Note] {
      var all = [note, modal.screen].compactMap { $0 } + rows.rows + path.screens
      if case .note(let note) = tab { all.append(note) }
      return all
    }
  }

  enum Message: Hashable, Codable, Sendable {
    case note(NoteMessage)
    case tab(NoteMessage)
    case row(Int, NoteMessage)
    case path(NavigationMessage<NoteMessage>)
    case modal(NavigationMessage<NoteMessage>)
    /// Puts a note with this name in the place of what is there; nil for none.
    case show(String?)
  }

  enum Kind: CaseIterable { case optional, enumCase, row, path, renewedPath, presentation }

  /// The needs of a kind of parts: its declaration, the way to it, and the ways to replace it.
  struct Setting {
    let part: any StatePart<Notes, Message>
    let forward: (inout Notes, Message) -> Effect<Message>
    let show: (inout Notes, String?) -> Void
    let first: (NoteMessage) -> Message
  }

  static func setting(
    _ kind: Kind, _ update: @escaping (inout Note, NoteMessage) -> Effect<NoteMessage>
  ) -> Setting {
    switch kind {
    case .optional:
      let part = Part("note", at: \Notes.note, { Message.note($0) }, identity: { $0.name }, update: update)
      return Setting(
        part: part,
        forward: { notes, message in
          guard case .note(let message) = message else { return .unhandled }
          return part.update(&notes, message)
        }, show: { $0.note = $1.map { Note(name: $0) } }, first: { .note($0) })
    case .enumCase:
      let prism = Prism<Tab, Note>(
        tryGet: { if case .note(let note) = $0 { note } else { nil } }, inject: { .note($0) })
      let part = Part(
        "tab", at: Lens(\Notes.tab) >>> prism, { Message.tab($0) }, identity: { $0.name }, update: update)
      return Setting(
        part: part,
        forward: { notes, message in
          guard case .tab(let message) = message else { return .unhandled }
          return part.update(&notes, message)
        }, show: { $0.tab = $1.map { .note(Note(name: $0)) } ?? .none }, first: { .tab($0) })
    case .row:
      let part = RowPart("row", at: \Notes.rows, { Message.row($0, $1) }, update: update)
      return Setting(
        part: part,
        forward: { notes, message in
          guard case .row(let id, let message) = message else { return .unhandled }
          return part.update(&notes, id, message)
        },
        show: { notes, name in
          notes.rows.remove(id: 1)
          notes.rows[1] = name.map { Note(name: $0) }
        }, first: { .row(1, $0) })
    case .path, .renewedPath:
      let part = ScreenPart("path", at: \Notes.path, { Message.path($0) }, update: update)
      return Setting(
        part: part,
        forward: { notes, message in
          guard case .path(let message) = message else { return .unhandled }
          return part.update(&notes, message)
        },
        show: { notes, name in
          let screens = [name].compactMap { $0 }.map { Note(name: $0) }
          if kind == .path { notes.path.set(screens) } else { notes.path = ScreenPath(screens) }
        }, first: { .path(.screen(1, $0)) })
    case .presentation:
      let part = ScreenPart("modal", at: \Notes.modal, { Message.modal($0) }, update: update)
      return Setting(
        part: part,
        forward: { notes, message in
          guard case .modal(let message) = message else { return .unhandled }
          return part.update(&notes, message)
        },
        show: { notes, name in
          if let name { notes.modal.present(Note(name: name)) } else { notes.modal.dismiss() }
        }, first: { .modal(.screen(1, $0)) })
    }
  }

  static func explore(_ kind: Kind, isDeclared: Bool) async -> Exploration {
    await Explorer().explore { world in
      let server = world.outside("server")
      let load: @Sendable (String, Send<NoteMessage>) async throws -> Void = { name, send in
        await send(.heard(try await server.call("load", answers: [.success(name)])))
      }
      let setting = setting(kind) { note, message in
        let name = note.name
        switch message {
        case .load: return .run(in: .latest("load"), label: "load \(name)") { try await load(name, $0) }
        case .steps:
          return .concatenate(
            .run(label: "first \(name)") { try await load(name, $0) }, .send(.heard(name)))
        case .echo: return .send(.heard(name))
        case .heard(let text):
          note.heard.append(text)
          return .none
        }
      }
      var notes = Notes()
      setting.show(&notes, "a")
      let store = Store(notes, flow: world.flow, parts: isDeclared ? [setting.part] : []) {
        notes, message in
        guard case .show(let name) = message else { return setting.forward(&notes, message) }
        setting.show(&notes, name)
        return .none
      }
      world.flow.errorHandler = { _ in }
      world.user(
        "reader", sends: [setting.first(.load), setting.first(.steps), setting.first(.echo)], to: store)
      world.user("other", sends: [.show("b"), .show(nil)], to: store)
      world.always("a note has heard only what was loaded for it") {
        store.withState { $0.all.allSatisfy { note in note.heard.allSatisfy { $0 == note.name } } }
      }
      world.finally("nothing goes on for a note that has left") {
        store.withState { !$0.all.isEmpty } || store.effectsInFlight.isEmpty
      }
    }
  }

  @Test("Nothing of a part that has left arrives in its successor", arguments: Kind.allCases)
  func leaving(kind: Kind) async {
    let exploration = await Self.explore(kind, isDeclared: true)
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test(
    "Without the declaration, some order has a note that heard of another",
    arguments: [Kind.renewedPath, .optional])
  func undeclared(kind: Kind) async {
    let exploration = await Self.explore(kind, isDeclared: false)
    #expect(!exploration.isProven)
  }
}
