import Millrace

struct ScopeLibrary {
  struct Player: Equatable {
    var title = ""
    var speed = Speed()
  }

  struct Speed: Equatable {
    var factor = 1
    var isFixed = false
  }

  enum Page: Equatable {
    case loading
    case loaded(Player)
  }

  var player = Player()
  var detail: Player?
  var page = Page.loading
  var books = RowTable<Int, Player>()
  var number = 0
}

enum ScopePlayerMessage: Sendable, Equatable {
  case title(String)
  case speed(Int)
}

enum ScopeMessage: Sendable, Equatable {
  case player(ScopePlayerMessage)
  case detail(ScopePlayerMessage)
  case page(ScopePlayerMessage)
  case book(Int, ScopePlayerMessage)
  case number(Int)
  case openDetail
  case closeDetail
  case load
  case unload
  case add(Int)
  case remove(Int)
  case sort
}

extension ScopeLibrary {
  static let loaded = Prism<Page, Player>(
    tryGet: { if case .loaded(let player) = $0 { player } else { nil } },
    inject: { .loaded($0) })

  static let pagePlayer =
    Lens<ScopeLibrary, Page>(get: { $0.page }, modify: { $1(&$0.page) }) >>> loaded

  mutating func update(_ message: ScopeMessage) {
    switch message {
    case .player(let message): Self.update(&player, message)
    case .detail(let message): if detail != nil { Self.update(&detail!, message) }
    case .page(let message): Self.pagePlayer.modify(&self) { Self.update(&$0, message) }
    case .book(let id, let message): books.update(id: id) { Self.update(&$0, message) }
    case .number(let number): self.number = number
    case .openDetail: detail = Player(title: "detail")
    case .closeDetail: detail = nil
    case .load: page = .loaded(Player(title: "page"))
    case .unload: page = .loading
    case .add(let id): books[id] = Player(title: "book \(id)")
    case .remove(let id): books[id] = nil
    case .sort: books.sort { $0.id > $1.id }
    }
  }

  private static func update(_ player: inout Player, _ message: ScopePlayerMessage) {
    switch message {
    case .title(let title): player.title = title
    case .speed(let factor): player.speed.factor = factor
    }
  }
}

typealias ScopeStore = Store<ScopeLibrary, ScopeMessage>

func scopeStore(isolation: isolated (any Actor)? = #isolation) -> ScopeStore {
  Store(ScopeLibrary()) { library, message in
    library.update(message)
    return .none
  }
}
