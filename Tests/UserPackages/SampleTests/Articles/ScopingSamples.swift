import Millrace
import Testing

nonisolated struct Album: Equatable {
  enum Screen: Equatable {
    case list
    case editing(Draft)
  }

  struct Draft: Equatable {
    var text = ""
  }

  struct Photo: Equatable {
    var title: String
    var stars = 0
  }

  struct Player: Equatable {
    var title = ""
    var isPlaying = false
  }

  var player = Player()
  var detail: Photo?
  var screen = Screen.list
  var photos = RowTable<Int, Photo>()
}

enum PlayerMessage: Sendable {
  case play
  case stop
}

enum AlbumMessage: Sendable {
  case player(PlayerMessage)
  case detail(String)
  case photo(Int, stars: Int)
  case draft(String)
  case replace(@Sendable (inout Album) -> Void)
}

let editing = Prism<Album.Screen, Album.Draft>(
  tryGet: { if case .editing(let draft) = $0 { draft } else { nil } },
  inject: { .editing($0) })
let draft = Lens(\Album.screen) >>> editing

func updateAlbum(_ album: inout Album, _ message: AlbumMessage) -> Effect<AlbumMessage> {
  switch message {
  case .player(let message):
    return updatePlayer(&album.player, message).map { .player($0) }
  case .detail(let title): album.detail?.title = title
  case .photo(let id, let stars): album.photos[id]?.stars = stars
  case .draft(let text): draft.modify(&album) { $0.text = text }
  case .replace(let change): change(&album)
  }
  return .none
}

func updatePlayer(_ player: inout Album.Player, _ message: PlayerMessage) -> Effect<PlayerMessage> {
  switch message {
  case .play: player.isPlaying = true
  case .stop: player.isPlaying = false
  }
  return .none
}

@MainActor
@Suite("Scoping") struct ScopingSamples {
  private let store = Store(Album(), update: updateAlbum)

  @Test("A part, an optional part, a row and a case look like stores")
  func scopes() {
    let player = store.scope(\.player) { .player($0) }
    player.send(.play)
    #expect(player.isPlaying)

    store.send(
      .replace { album in
        album.detail = Album.Photo(title: "Sea")
        album.photos = [7: Album.Photo(title: "Hill")]
        album.screen = .editing(Album.Draft())
      })

    var titles: [String?] = []
    let detail = store.scope(\.detail) { .detail($0) }
    let token = detail.observe(\.?.title) { title in titles.append(title) }
    detail.send("Lake")
    token.cancel()
    #expect(titles == ["Lake"])

    let photo = store.scope(\.photos, row: 7) { .photo(7, stars: $0) }
    photo.send(5)
    #expect(photo.state?.stars == 5)
    observe(photo, player)

    let draftScope = store.scope(draft) { .draft($0) }
    draftScope.send("Dear all")
    #expect(draftScope.state?.text == "Dear all")
    page()
    store.send(.replace { $0.screen = .list })
    #expect(draftScope.state == nil)
  }

  private func page() {
    struct Page: Equatable {
      var draft: Album.Draft
      var photo: Album.Photo?
    }
    let page = store.scope(reading: { album in
      draft.tryGet(album).map { Page(draft: $0, photo: album.photos[7]) }
    }) { .draft($0) }
    page.send("Dear you")
    store.send(.photo(7, stars: 3))
    #expect(page.state?.draft.text == "Dear you" && page.state?.photo?.stars == 3)
  }

  private func observe(_ photo: Scope<Album.Photo?, Int>, _ player: Scope<Album.Player, PlayerMessage>) {
    var steps: [String] = []
    let token = photo.observeChange(of: \.?.stars) { old, new in steps.append("\(old ?? 0) to \(new ?? 0)") }
    let titles = player.values(of: \.title)
    let stars = photo.stars
    photo.send(4)
    #expect(stars == 5 && steps == ["5 to 4"])
    withExtendedLifetime((token, titles)) {}
  }

  @Test("A selector computes only when one of its parts has changed")
  func selector() {
    var computed = 0
    store.send(.replace { $0.photos = [1: Album.Photo(title: "Sea"), 2: Album.Photo(title: "Hill")] })

    let best = store.select(\.photos) { photos in
      computed += 1
      return photos.rows.max { $0.stars < $1.stars }?.title
    }
    var shown: [String?] = []
    let token = best.observe { title in shown.append(title) }
    store.send(.photo(2, stars: 4))
    store.send(.player(.play))
    #expect(best.value == "Hill")
    #expect(shown == ["Hill"])
    #expect(computed == 2)
    token.cancel()
  }
}
