import AftermathComponents
import Millrace
import NotesDesk
import NotesSession
import Terminal

@testable import NotesLibrary
@testable import NotesModel
@testable import NotesScreens

/// Chance that is the same for the same seed.
struct Chance {
  private var random: RandomSource

  init(seed: Int) { random = .seeded(UInt64(truncatingIfNeeded: seed)) }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }
  mutating func coin() -> Bool { below(2) == 0 }

  /// A text with everything in it that is hard to draw.
  mutating func text(_ length: Int = 60) -> String {
    let pieces = [
      "a", "word ", "漢字", "🎉", "👨‍👩‍👧‍👦", "e\u{301}", "\u{301}", "\u{1B}[31m", "\t", "\u{7}", "\n", "\r\n",
      "\u{202E}",
      "   ", "ﷺ", "🇦🇹", "\u{0}", "…", "longwordwithoutanyspace", "\u{200B}",
    ]
    return (0..<below(length)).map { _ in pieces[below(pieces.count)] }.joined()
  }

  mutating func id() -> ItemID { ItemID(Kind.allCases[below(3)], below(100) - 20) }

  mutating func item() -> NotesModel.Item {
    switch below(3) {
    case 0: .note(Note(userId: below(3), id: below(50) - 5, title: text(20), body: text(200)))
    case 1: .todo(Todo(userId: below(3), id: below(50) - 5, title: text(20), completed: coin()))
    default:
      .user(
        User(
          id: below(50), name: text(20), username: text(9), email: text(9),
          address: .init(street: text(), suite: text(), city: text(), zipcode: text()), phone: text(9),
          website: text(9), company: .init(name: text(), catchPhrase: text(), bs: text())))
    }
  }

  mutating func form() -> Form {
    let target: Form.Target = coin() ? .new(coin() ? .notes : .todos) : .edit(id())
    var form = Form(target, original: Draft(title: text(), body: text(300)))
    if coin() { form.moveFocus(by: 1) }
    for _ in 0..<below(20) { _ = form.type([.left, .up, .home, .character("x"), .enter][below(5)]) }
    if coin() { form.problem = text() }
    return form
  }

  mutating func place() -> Place {
    switch below(7) {
    case 0: .list(Kind.allCases[below(3)])
    case 1: .item(id(), scroll: below(400))
    case 2: .form(form())
    case 3: .conflicts
    case 4: .conflict(id(), scroll: below(400))
    case 5: .log(until: coin() ? nil : UInt64(below(400)))
    default: .help(scroll: below(400))
    }
  }

  mutating func screen(_ size: Size) -> Screen {
    var screen = Screen()
    for _ in 0..<below(4) { screen.go(to: place()) }
    screen.isSearching = coin()
    screen.lists[words: screen.kind] = TextInput(coin() ? "" : text())
    screen.lists[screen.list].row = below(200)
    screen.lists[screen.list].top = below(200)
    if coin() { screen.notice = Notice(text(), isProblem: coin()) }
    screen.resize(to: size)
    return screen
  }

  mutating func view(_ size: Size) -> ScreenView {
    var view = ScreenView(screen: screen(size))
    view.search.answered = coin() ? nil : Query(kind: view.screen.kind, words: text())
    view.preferences.usesColour = coin()
    let rows = (0..<below(80)).map { number in
      AftermathComponents.Item(
        ItemID(.notes, number), title: text(), subtitle: text(),
        standing: [.shared, .waiting, .conflict][below(3)], isDone: [nil, true, false][below(3)])
    }
    view.page = Component(page: "notes", first: below(200), total: below(100_000), items: rows)
    if coin() {
      view.detail = Detail(
        item: item(), owner: coin() ? text() : nil, standing: coin() ? .conflict : .waiting)
    }
    if coin() {
      view.sides = ConflictSides(id: id(), mine: coin() ? item() : nil, theirs: coin() ? item() : nil)
    }
    view.phase = SessionPhase.allCases[below(SessionPhase.allCases.count)]
    view.banner = coin() ? text() : nil
    view.waiting = below(3) * 1_234
    view.conflicts = below(3)
    view.refusals = coin() ? [] : [Library.Refusal(id: id(), reason: text())]
    view.log = (0..<below(300)).map { TurnLine(sequence: UInt64($0), store: text(5), text: text()) }
    if below(9) == 0 { view.failure = text() }
    return view
  }
}
