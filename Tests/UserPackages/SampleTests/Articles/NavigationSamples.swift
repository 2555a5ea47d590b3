import Millrace
import MillraceNavigation
import MillraceTesting
import Testing

/// The samples of *Navigation*.
@MainActor
@Suite("Navigation") struct NavigationSamples {
  typealias Editor = NavigationSample.Editor
  typealias Page = NavigationSample.Page
  typealias PageMessage = NavigationSample.PageMessage
  typealias Notes = NavigationSample.Notes
  typealias NotesMessage = NavigationSample.NotesMessage
  typealias Place = NavigationSample.Place

  private func makeStore() -> Store<Notes, NotesMessage> {
    let editor = Part("editor", at: Page.editing, { PageMessage.editor($0) }) { editor, message in
      Editor.update(&editor, message)
    }
    let path = ScreenPart("path", at: \Notes.path, { NotesMessage.path($0) }, parts: [editor]) {
      page, message in
      switch message {
      case .editor(let message): editor.update(&page, message)
      }
    }
    let store = Store(Notes(), parts: [path]) { notes, message in
      switch message {
      case .edit(let note): notes.path.push(.editor(Editor(note: note)))
      case .path(.screen(let id, .editor(.answer(.saved(let note, let text))))):
        notes.texts[note] = text
        notes.path.dismiss(id)
      case .path(let message): return path.update(&notes, message)
      case .askToDelete(let note):
        notes.question.present(
          .alert("Delete the note?", buttons: [.destructive("Delete", .delete(note)), .cancel("Keep")]))
      case .question(.screen(let id, .delete(let note))):
        guard notes.question.dismiss(id) else { return .unhandled }
        notes.texts[note] = nil
      case .question(.dismissed(let id)): notes.question.dismiss(id)
      case .follow(let link):
        do {
          let pages = try Place.links.routes(from: link).map(\.page)
          notes.path.set(pages) { Place($0) == Place($1) }
        } catch {
          return .report(error)
        }
      }
      return .none
    }
    return store
  }

  @Test("A screen answers, and is dismissed")
  func answering() async {
    let store = makeStore()
    store.send(.edit(7))
    store.send(.path(.screen(1, .editor(.typed("tea")))))
    store.send(.path(.screen(1, .editor(.save))))
    await store.run()
    #expect(store.texts == [7: "tea"])
    #expect(store.path.isEmpty)
  }

  @Test("A dialog is answered by its button")
  func dialog() {
    let store = makeStore()
    store.send(.askToDelete(7))
    if let shown = store.question.presented {
      for button in shown.screen.buttons { print(button.title) }
      store.send(.question(shown.screen.buttons[0].message(in: shown.id)))
    }
    #expect(store.question.screen == nil)
  }

  @Test("A link leads to a path, and the path to a link")
  func links() throws {
    let store = makeStore()
    store.send(.follow("notes://notes/7/edit/7"))
    #expect(Array(store.path.ids) == [1, 2])
    let link = try Place.links.link(to: store.path.screens.map { Place($0) })
    #expect(link == "https://notes.example/notes/7/edit/7")
    store.send(.follow("https://notes.example/notes/7"))
    #expect(Array(store.path.ids) == [1])
  }

  @Test("A screen is a store of its own")
  func scope() {
    let store = makeStore()
    store.send(.edit(7))
    let page: Scope<Page?, PageMessage> = store.scope(\.path, screen: 1) { .path($0) }
    page.send(.editor(.typed("milk")))
    #expect(page.state == .editor(Editor(note: 7, text: "milk")))
  }
}
