import Millrace
import MillraceNavigation

#if canImport(SwiftUI)
import SwiftUI
#endif

/// The types of the samples of *Navigation*.
enum NavigationSample {
  nonisolated struct Editor: Equatable, Sendable {
    var note: Int
    var text = ""

    static func update(_ editor: inout Editor, _ message: EditorMessage) -> Effect<EditorMessage> {
      switch message {
      case .typed(let text): editor.text = text
      case .save:
        let text = editor.text
        return .run(in: .exhaust("save"), label: "save") { send in
          await send(.saved(try await NoteServer.save(text)))
        }
      case .saved(let text): return .answer(.answer(.saved(editor.note, text)))
      case .answer: return .unhandled
      }
      return .none
    }
  }

  nonisolated enum EditorMessage: Equatable, Sendable {
    case typed(String)
    case save
    case saved(String)
    case answer(EditorAnswer)
  }

  nonisolated enum EditorAnswer: Equatable, Sendable {
    case saved(Int, String)
  }

  /// A stand-in for a server.
  nonisolated enum NoteServer {
    static func save(_ text: String) async throws -> String { text }
  }

  nonisolated enum Page: Equatable, Sendable {
    case note(Int)
    case editor(Editor)

    static let editing = Prism<Page, Editor>(
      tryGet: { if case .editor(let editor) = $0 { editor } else { nil } },
      inject: { .editor($0) })
  }

  nonisolated enum PageMessage: Equatable, Sendable {
    case editor(EditorMessage)
  }

  nonisolated struct Notes: Equatable, Sendable {
    var texts: [Int: String] = [:]
    var path = ScreenPath<Page>()
    var question = Presentation<DialogContent<Choice>>()
  }

  nonisolated enum Choice: Equatable, Sendable {
    case delete(Int)
  }

  nonisolated enum NotesMessage: Sendable {
    case edit(Int)
    case follow(String)
    case askToDelete(Int)
    case path(NavigationMessage<PageMessage>)
    case question(NavigationMessage<Choice>)
  }

  nonisolated enum Place: Equatable, Sendable {
    case note(Int)
    case editor(Int)

    static let links = LinkScheme<Place>(
      ["https://notes.example", "notes://"],
      [
        LinkPattern("notes/{id}", Place.note) { if case .note(let id) = $0 { id } else { nil } },
        LinkPattern("edit/{id}", Place.editor) { if case .editor(let id) = $0 { id } else { nil } },
      ])

    var page: Page {
      switch self {
      case .note(let id): .note(id)
      case .editor(let id): .editor(Editor(note: id))
      }
    }

    init(_ page: Page) {
      switch page {
      case .note(let id): self = .note(id)
      case .editor(let editor): self = .editor(editor.note)
      }
    }
  }

  #if canImport(SwiftUI)
  struct NotesView: View {
    let store: Store<Notes, NotesMessage>

    var body: some View {
      NavigationStack(path: store.screens(\.path) { .path($0) }) {
        Text("Notes")
          .navigationDestination(for: ScreenID.self) { id in PageView(store: store, id: id) }
      }
      .dialog(store.question.presented) { store.send(.question($0)) }
    }
  }

  struct PageView: View {
    let store: Store<Notes, NotesMessage>
    let id: ScreenID

    var body: some View {
      Button("Save") { store.send(.path(.screen(id, .editor(.save)))) }
    }
  }
  #endif
}
