import Aftermath
import AftermathComponents
import AftermathRouting
import Testing

/// The samples of AftermathComponents' article.
enum ComponentsArticle {
  static func makeContents() -> [Component] {
    let today = Component(
      identifier: "today", title: "Today",
      items: [
        Item(identifier: "n1", title: "Milk", subtitle: "two litres", action: "note:n1"),
        Item(identifier: "n2", title: "Bread", children: [Item(identifier: "n2.1", title: "Rye")]),
      ])
    return [today]
  }

  nonisolated struct Note: Equatable, ItemList {
    let id: String
    var text: String

    var items: [Item] { [Item(identifier: id, title: text, action: "note:\(id)")] }
  }

  struct NoteList: Command {
    typealias Output = [Item]
  }

  struct NotePage: Command {
    typealias Output = [Item]
    var after: String?
  }

  struct AddNote: Command {
    typealias Output = Note
    let text: String
  }

  struct EditNote: Command {
    typealias Output = Note
    let note: Note
  }

  struct RemoveNotes: Command {
    typealias Output = [String]
    let identifiers: [String]
  }

  struct SaveNotes: Command {
    typealias Output = Void
  }

  struct LogOut: Command {
    typealias Output = Void
  }

  struct ClearOnLogOut: ComponentBehavior {
    func extend(_ controller: ComponentController, isolation: isolated any Actor) {
      controller.edit(with: LogOut.self) { _ in .reloadItems([], in: 0) }
    }
  }

  @MainActor
  static func makeNotes(_ engine: Engine, _ renderer: any Renderer) -> ComponentController {
    let notes = ComponentController(
      itemCommand: NoteList(),
      behaviors: [
        ItemInsertBehavior(commandType: AddNote.self, place: .prepend),
        ItemUpdateBehavior(commandType: EditNote.self),
        ItemDeleteBehavior(commandType: RemoveNotes.self) { $0 },
        PagingBehavior { items in NotePage(after: items.last?.identifier) },
        AppearanceBehavior(.preDisappearing) { $0.execute(command: SaveNotes()) },
        ClearOnLogOut(),
      ],
      renderer: renderer, engine: engine)
    notes.appear()
    return notes
  }

  @MainActor
  static func makeKept(
    _ engine: Engine, _ renderer: any Renderer, _ cache: MemoryCache
  ) -> ComponentController {
    let notes = ComponentController(
      cacheKey: "notes", cache: cache, itemCommand: NoteList(), renderer: renderer, engine: engine)
    return notes
  }

  @MainActor
  final class Opener: CommandProducer, ReactionProducer {
    let engine: Engine

    init(engine: Engine) {
      self.engine = engine
      next { [weak self] (fact: ItemSelected) in
        if let urn = fact.item.action { self?.execute(command: RouteCommand(urn: urn)) }
      }
    }
  }

  @MainActor
  final class Table {
    private(set) var sections: [[String]] = []

    func reload(_ titles: [[String]]) { sections = titles }
    func insertRow(_ title: String, at row: Int, in section: Int) { sections[section].insert(title, at: row) }
    func deleteRow(at row: Int, in section: Int) { sections[section].remove(at: row) }
    func changeRow(_ title: String, at row: Int, in section: Int) { sections[section][row] = title }
    func moveRow(from: Int, to: Int, in section: Int) {
      sections[section].insert(sections[section].remove(at: from), at: to)
    }
  }

  @MainActor
  final class TableRenderer: @MainActor Renderer {
    let table = Table()
    private var components: [Component] = []

    func show(_ components: [Component]) {
      self.components = components
      table.reload(components.map { $0.items.map(\.title) })
    }

    func render(_ changes: [ContentChange]) {
      for change in changes {
        do { try components.apply(change) } catch { return showFailure("\(error)") }
        switch change {
        case .items(.insert(let item, let row), _, let section):
          table.insertRow(item.title, at: row, in: section)
        case .items(.delete(_, let row), _, let section): table.deleteRow(at: row, in: section)
        case .items(.move(_, let from, let to), _, let section):
          table.moveRow(from: from, to: to, in: section)
        case .items(.update(let item, let row), _, let section):
          table.changeRow(item.title, at: row, in: section)
        case .components: show(components)
        }
      }
    }

    func showProgress(_ isInProgress: Bool) { spinner = isInProgress }
    func showFailure(_ text: String?) { banner = text }
    private(set) var spinner = false
    private(set) var banner: String?
  }
}

@MainActor
struct ComponentsSampleTests {
  typealias Note = ComponentsArticle.Note
  typealias NoteList = ComponentsArticle.NoteList
  typealias EditNote = ComponentsArticle.EditNote

  private func makeNotes(_ engine: Engine, _ renderer: any Renderer) -> ComponentController {
    ComponentsArticle.makeNotes(engine, renderer)
  }

  @Test("A test reads what is rendered as a text, and each step as a line")
  func text() {
    let engine = Engine(name: "test")
    let renderer = PlainTextRenderer()
    engine.use(NoteList.self) { _ in .data([Item(identifier: "n1", title: "Milk")]) }
    let notes = makeNotes(engine, renderer)
    #expect(renderer.text == "# items\n- Milk\n")
    renderer.clearLog()
    engine.publish(event: Event<EditNote>.data(Note(id: "n1", text: "Tea")))
    #expect(renderer.log == ["update n1 at 0 in items"])
    #expect(notes.isShown)
  }

  @Test("Each command changes the contents by its behaviour")
  func behaviours() {
    let engine = Engine(name: "test")
    let renderer = PlainTextRenderer()
    var isSaved = false
    engine.use(NoteList.self) { _ in .data([Item(identifier: "n1", title: "Milk")]) }
    engine.use(ComponentsArticle.NotePage.self) { .data([Item(identifier: "n9", title: $0.after ?? "-")]) }
    engine.use(ComponentsArticle.SaveNotes.self) { _ in
      isSaved = true
      return .data(())
    }
    let notes = makeNotes(engine, renderer)
    engine.publish(event: Event<ComponentsArticle.AddNote>.data(Note(id: "n2", text: "Bread")))
    notes.reachEnd()
    #expect(renderer.text == "# items\n- Bread\n- Milk\n- n1\n")
    engine.publish(event: Event<ComponentsArticle.RemoveNotes>.data(["n1", "n9"]))
    #expect(renderer.text == "# items\n- Bread\n")
    engine.publish(event: Event<ComponentsArticle.LogOut>.data(()))
    #expect(renderer.text == "# items\n")
    notes.disappear()
    #expect(isSaved)
  }

  @Test("A controller's ways are chosen while it works, and a reaction is for one execution")
  func choosing() {
    let engine = Engine(name: "test")
    let renderer = PlainTextRenderer()
    engine.use(NoteList.self) { _ in .data([Item(identifier: "n1", title: "Milk")]) }
    let notes = makeNotes(engine, renderer)
    notes.refreshMode = .always
    notes.refreshesOnAppearance = false
    notes.enabledFeatures = [.paging]
    notes.needsReload = { current, new in current.flatMap(\.items) != new.flatMap(\.items) }
    #expect(!notes.pullToRefresh())
    notes.apply(.delete(["n1"], in: 0))
    let search = ComponentsArticle.Opener(engine: engine)
    search.execute(command: NoteList(), reaction: notes.reaction { .reloadItems($0, in: 0) })
    #expect(renderer.text == "# items\n- Milk\n")
  }

  @Test("What was kept is there before a command has answered")
  func kept() {
    let engine = Engine(name: "test")
    engine.use(NoteList.self) { _ in .progress }
    let cache = MemoryCache()
    let first = ComponentsArticle.makeKept(engine, PlainTextRenderer(), cache)
    engine.publish(event: Event<NoteList>.data([Item(identifier: "n1", title: "Milk")]))
    let renderer = PlainTextRenderer()
    let second = ComponentsArticle.makeKept(engine, renderer, cache)
    second.appear()
    #expect(renderer.text == "# items\n- Milk\n")
    #expect(first.components == second.components)
  }

  @Test("An item that is selected in the terminal leads to its place")
  func selecting() throws {
    var written = ""
    let engine = Engine(name: "test")
    let recorder = engine.record()
    let opener = ComponentsArticle.Opener(engine: engine)
    engine.use(handler: RouteCommandHandler(try RouteScheme("notes", routes: ["note:{id}"])))
    engine.use(NoteList.self) { _ in .data(Note(id: "n1", text: "Milk").items) }
    engine.use(ComponentsArticle.NotePage.self) { _ in .data([]) }
    let renderer = TerminalRenderer(width: 80, height: 24) { text in written += text }
    let notes = makeNotes(engine, renderer)
    renderer.moveSelection(by: 1)
    if renderer.isAtEnd { notes.reachEnd() }
    if let path = renderer.selection { notes.select(path) }
    #expect(written.contains("Milk"))
    let places = recorder.history.only(RouteCommand.self).compactMap { $0.result as? Location }
    #expect(places.map(\.urn) == ["note:n1"])
    withExtendedLifetime(opener) {}
  }

  @Test("A renderer of one's own follows the steps")
  func renderer() {
    let engine = Engine(name: "test")
    engine.use(NoteList.self) { _ in
      .data([Item(identifier: "a", title: "A"), Item(identifier: "b", title: "B")])
    }
    let renderer = ComponentsArticle.TableRenderer()
    let notes = makeNotes(engine, renderer)
    #expect(renderer.table.sections == [["A", "B"]])
    engine.publish(
      event: Event<NoteList>.data([
        Item(identifier: "b", title: "B"), Item(identifier: "c", title: "C"),
        Item(identifier: "a", title: "A2"),
      ]))
    #expect(renderer.table.sections == [["B", "C", "A2"]])
    notes.apply(.reload(ComponentsArticle.makeContents()))
    #expect(renderer.table.sections == [["Milk", "Bread"]])
    engine.publish(event: Event<NoteList>.progress)
    engine.publish(event: Event<NoteList>.error(CancellationError()))
    #expect(renderer.banner != nil && !renderer.spinner)
  }
}
