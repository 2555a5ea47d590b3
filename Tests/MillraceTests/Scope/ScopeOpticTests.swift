import Synchronization
import Testing

@testable import Millrace

@MainActor
@Suite("Scopes by optic")
struct ScopeOpticTests {
  @Test("A scope by optic is nil while the optic finds nothing, reads what it finds, and sends to it")
  func readsAndSends() {
    let store = scopeStore()
    let page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }
    #expect(page.state == nil)
    page.send(.title("nobody"))
    #expect(page.state == nil)
    store.send(.load)
    #expect(page.state?.title == "page")
    page.send(.title("a"))
    page.sender().send(.speed(2))
    store.pump()
    #expect(page.state == .init(title: "a", speed: .init(factor: 2)))
  }

  @Test("A part of what the optic finds is reported as it comes, changes and goes")
  func observes() {
    let store = scopeStore()
    let page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }
    let owner = ObserversProbe()
    var titles: [String?] = []
    var owned: [String?] = []
    let token = page.observe(\.?.title) { titles.append($0) }
    page.observe(\.?.title, owner: owner, initial: true) { owned.append($1) }
    store.send(.number(1))
    store.send(.load)
    page.send(.title("a"))
    page.send(.speed(3))
    store.send(.unload)
    #expect(titles == ["page", "a", nil])
    #expect(owned == [nil, "page", "a", nil])
    token.cancel()
    store.send(.load)
    #expect(titles.count == 3)
    #expect(owned.count == 5)
    withExtendedLifetime(owner) {}
  }

  @Test("A state that is an enum is scoped by its cases")
  func enumState() {
    enum Screen: Equatable {
      case login(String)
      case home(Int)
    }
    let login = Prism<Screen, String>(
      tryGet: { if case .login(let name) = $0 { name } else { nil } }, inject: { .login($0) })
    let home = Prism<Screen, Int>(
      tryGet: { if case .home(let count) = $0 { count } else { nil } }, inject: { .home($0) })
    let store = Store(Screen.login(""), of: Screen.self) { screen, next in
      screen = next
      return .none
    }
    let loginScope: Scope<String?, String> = store.scope(login) { .login($0) }
    let homeScope: Scope<Int?, Int> = store.scope(home) { .home($0) }
    var seen: [String] = []
    let tokens = [
      loginScope.observe(\.self) { seen.append("login \($0 ?? "-")") },
      homeScope.observe(\.self) { seen.append("home \($0 ?? -1)") },
    ]
    loginScope.send("Ada")
    homeScope.send(3)
    #expect(loginScope.state == nil)
    #expect(homeScope.state == 3)
    homeScope.send(4)
    #expect(seen == ["login Ada", "login -", "home 3", "home 4"])
    withExtendedLifetime(tokens) {}
  }

  @Test("A scope of a part behind an optic follows it")
  func nested() {
    let store = scopeStore()
    let speed: Scope<ScopeLibrary.Speed?, Int> =
      store.scope(ScopeLibrary.pagePlayer) { .page($0) }.scope(\.?.speed) { .speed($0) }
    var factors: [Int?] = []
    let token = speed.observe(\.?.factor) { factors.append($0) }
    store.send(.load)
    speed.send(9)
    store.send(.unload)
    #expect(factors == [1, 9, nil])
    token.cancel()
  }

  @Test("What an optic finds is looked at once a turn for each observed part, however many observe it")
  func oneLook() {
    struct Root {
      var number = 0
      var other = 0
    }
    final class Looks: Sendable {
      let count = Atomic(0)
    }
    let looks = Looks()
    let optic = AffineTraversal<Root, Int>(
      tryGet: { root in
        looks.count.wrappingAdd(1, ordering: .relaxed)
        return root.number
      }, set: { (root: inout Root, number: Int) in root.number = number })
    let store = observersStore(Root())
    let scope: Scope<Int?, ObserversEdit<Root>> = store.scope(optic) { $0 }
    let tokens = (0..<10).map { _ in scope.observe(\.self) { _ in } }
    looks.count.store(0, ordering: .relaxed)
    store.edit { $0.other += 1 }
    #expect(looks.count.load(ordering: .relaxed) == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test("A function that a scope reads is called once in a turn for all observed parts, until none is")
  func readOnce() async {
    let looks = Atomic(0)
    let store = scopeStore()
    weak var whole: AnyObject?
    var seen: [String] = []
    do {
      let screen = store.scope(reading: { library in
        looks.add(1, ordering: .relaxed)
        return library.player
      }) { ScopeMessage.player($0) }
      var tokens = [
        screen.observe(\.title) { seen.append($0) },
        screen.observeChange(of: \.speed) { _, _ in seen.append("speed") },
        screen.scope(\.speed.factor) { (message: ScopePlayerMessage) in message }.observe(\.self) { _ in
          seen.append("factor")
        },
        screen.scope(reading: { "\($0.title)!" }) { (message: ScopePlayerMessage) in message }
          .observe(\.self) { seen.append($0) },
      ]
      for count in [4, 3, 2, 1, 0] {
        seen = []
        looks.store(0, ordering: .relaxed)
        store.send(.player(.title("title \(count)")))
        #expect(looks.load(ordering: .relaxed) == min(count, 1), "\(count)")
        tokens.popLast()?.cancel()
      }
      tokens = [screen.observe(\.title) { seen.append($0) }]
      store.send(.player(.title("again")))
      #expect(seen == ["again"])
      whole = screen
      tokens[0].cancel()
    }
    await store.run()
    #expect(whole == nil && store.watches.count == 0)
  }

  @Test("When the last observer of an optic's scope has ended, nothing of it is left")
  func released() async {
    let store = scopeStore()
    let page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }
    let tokens = [page.observe(\.?.title) { _ in }, page.observe(\.?.speed) { _ in }]
    #expect(store.watches.count == 1, "One look serves all parts.")
    for token in tokens { token.cancel() }
    await store.run()
    #expect(store.watches.count == 0)
  }

  @Test("Views of one part that come and go with their owners leave nothing that grows")
  func bound() {
    let store = scopeStore()
    let page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }
    let keeper = ObserversProbe()
    page.observe(\.?.title, owner: keeper) { _, _ in }
    for _ in 0..<2_000 { page.observe(\.?.title, owner: ObserversProbe()) { _, _ in } }
    #expect(store.watches.count <= 32)
    withExtendedLifetime(keeper) {}
  }

  @Test("A part whose last observer has ended can be observed again through the same scope")
  func again() async {
    let store = scopeStore()
    let page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }
    store.send(.load)
    page.observe(\.?.title) { _ in }.cancel()
    await store.run()
    page.send(.title("a"))
    var titles: [String?] = []
    let token = page.observe(\.?.title) { titles.append($0) }
    page.send(.title("b"))
    #expect(titles == ["b"])
    token.cancel()
  }

  @Test("A scope by a function shows a child beside what it needs of the state around it")
  func function() {
    struct Screen: Equatable {
      var player: ScopeLibrary.Player
      var book: ScopeLibrary.Player?
    }
    let store = scopeStore()
    store.send(.add(1))
    let screen = store.scope(reading: { library in
      library.detail.map { Screen(player: $0, book: library.books[1]) }
    }) { ScopeMessage.detail($0) }
    var books: [String?] = []
    var titles: [String?] = []
    let tokens = [
      screen.observe(\.?.book?.title) { books.append($0) },
      screen.observe(\.?.player.title) { titles.append($0) },
    ]
    #expect(screen.state == nil)
    store.send(.openDetail)
    screen.send(.title("child"))
    store.send(.book(1, .title("around")))
    store.send(.number(2))
    #expect(screen.state?.player.title == "child" && screen.state?.book?.title == "around")
    #expect(books.last == "around" && titles.last == "child")
    let calls = (books.count, titles.count)
    store.send(.number(3))
    #expect(calls == (books.count, titles.count))
    store.send(.closeDetail)
    #expect(books.last == .some(nil) && titles.last == .some(nil))
    for token in tokens { token.cancel() }
    // A scope of a scope reads in the same way.
    let inner = store.scope(\.player) { ScopeMessage.player($0) }
      .scope(reading: { $0.speed.factor * 2 }) { (message: ScopePlayerMessage) in message }
    inner.send(.speed(4))
    #expect(inner.state == 8)
  }
}
