import Millrace
import MillraceNavigation

/// An application whose screens are two cases, in a path and in a presentation.
struct Album: Hashable, Codable, Sendable {
  var path = ScreenPath<Page>()
  var modal = Presentation<Page>()
  var answers: [String] = []
}

enum Page: Hashable, Codable, Sendable {
  case list(Leaf)
  case photo(Leaf)

  static let list = Prism<Page, Leaf>(
    tryGet: { if case .list(let leaf) = $0 { leaf } else { nil } }, inject: { .list($0) })
  static let photo = Prism<Page, Leaf>(
    tryGet: { if case .photo(let leaf) = $0 { leaf } else { nil } }, inject: { .photo($0) })

  var leaf: Leaf {
    switch self {
    case .list(let leaf), .photo(let leaf): leaf
    }
  }
}

struct Leaf: Hashable, Codable, Sendable {
  var name: String
  var heard: [String] = []
  var listensTo: String?
  /// A part inside it.
  var zoom: Leaf2?
}

struct Leaf2: Hashable, Codable, Sendable {
  var heard: [String] = []
}

enum LeafMessage: Hashable, Codable, Sendable {
  case begin(String, queue: Int? = nil, id: String? = nil)
  case cancel(String)
  case heard(String)
  case listen(String?)
  case echo(String)
  /// Answers the album.
  case finish(String)
  /// Begins work, and answers the album behind it.
  case beginThenFinish(String)
  case answer(String)
  case zoom(ZoomMessage)
  case isZoomed(Bool)
}

enum ZoomMessage: Hashable, Codable, Sendable {
  case begin(String)
  case heard(String)
  /// Answers the leaf.
  case finish(String)
  case answer(String)
}

enum PageMessage: Hashable, Codable, Sendable {
  case list(LeafMessage)
  case photo(LeafMessage)
}

enum AlbumMessage: Hashable, Codable, Sendable {
  case path(NavigationMessage<PageMessage>)
  case modal(NavigationMessage<PageMessage>)
  case push(Page)
  case pop
  case popTo(ScreenID)
  case popAll
  case replace(ScreenID, Page)
  case set([Page])
  case renew([Page])
  case alter(ScreenID, Page)
  case present(Page?)
  /// Has a screen take its message, and pops all, in one turn.
  case takeThenPopAll(ScreenID, PageMessage)
}

/// A store of an album, and its work.
@MainActor
final class AlbumRig {
  let work = WorkByHand<LeafMessage>()
  let zoomWork = WorkByHand<ZoomMessage>()
  let store: Store<Album, AlbumMessage>
  let listening = Guarded<[String: Sender<LeafMessage>]>([:])
  let errors = Guarded<[String]>([])

  init(_ album: Album = Album(), flow: Flow? = nil, isDeclared: Bool = true) {
    let parts = Self.parts(work, zoomWork, listening)
    let (path, modal) = parts
    let update = Self.update(path, modal)
    store =
      if let flow {
        Store(album, flow: flow, parts: isDeclared ? [path, modal] : [], update: update)
      } else {
        Store(album, parts: isDeclared ? [path, modal] : [], update: update)
      }
    store.flow.errorHandler = { [errors] error in errors.change { $0.append("\(error)") } }
  }

  static func parts(
    _ work: WorkByHand<LeafMessage>, _ zoomWork: WorkByHand<ZoomMessage>,
    _ listening: Guarded<[String: Sender<LeafMessage>]>
  ) -> (
    path: ScreenPart<Album, AlbumMessage, PageMessage>, modal: ScreenPart<Album, AlbumMessage, PageMessage>
  ) {
    let zoom = Part<Leaf, LeafMessage, ZoomMessage>("zoom", at: \.zoom, { .zoom($0) }) {
      (zoom: inout Leaf2, message) in
      switch message {
      case .begin(let label): return zoomWork.effect(label)
      case .heard(let text): zoom.heard.append(text)
      case .finish(let text): return .answer(.answer(text))
      case .answer: return .unhandled
      }
      return .none
    }
    let leaf: (inout Leaf, LeafMessage) -> Effect<LeafMessage> = { leaf, message in
      switch message {
      case .begin(let label, let queue, let id):
        return work.effect(
          label, in: queue.map { .concurrent("queue", max: $0) }, id: id.map { EffectID($0) })
      case .cancel(let id): return .cancel(id: EffectID(id))
      case .heard(let text): leaf.heard.append(text)
      case .listen(let name): leaf.listensTo = name
      case .echo(let text): return .send(.heard(text))
      case .finish(let text): return .answer(.answer(text))
      case .beginThenFinish(let text):
        return .concatenate(.answer(.answer("begins \(text)")), work.effect(text), .answer(.answer(text)))
      case .answer: return .unhandled
      case .zoom(.answer(let text)): leaf.heard.append("answer \(text)")
      case .zoom(let message): return zoom.update(&leaf, message)
      case .isZoomed(let isZoomed): leaf.zoom = isZoomed ? Leaf2() : nil
      }
      return .none
    }
    let subscriptions: (Leaf) -> [StoreSubscription<LeafMessage>] = { leaf in
      guard let name = leaf.listensTo else { return [] }
      return [
        .listening(EffectID(name)) { sender in
          listening.change { $0[name] = sender }
          return { listening.change { $0[name] = nil } }
        }
      ]
    }
    let list = Part<Page, PageMessage, LeafMessage>(
      "list", at: Page.list, { .list($0) }, parts: [zoom], subscriptions: subscriptions, update: leaf)
    let photo = Part<Page, PageMessage, LeafMessage>(
      "photo", at: Page.photo, { .photo($0) }, parts: [zoom], subscriptions: subscriptions, update: leaf)
    let page: (inout Page, PageMessage) -> Effect<PageMessage> = { page, message in
      switch message {
      case .list(let message): list.update(&page, message)
      case .photo(let message): photo.update(&page, message)
      }
    }
    return (
      ScreenPart("path", at: \Album.path, { .path($0) }, parts: [list, photo], update: page),
      ScreenPart("modal", at: \Album.modal, { .modal($0) }, parts: [list, photo], update: page)
    )
  }

  static func update(
    _ path: ScreenPart<Album, AlbumMessage, PageMessage>,
    _ modal: ScreenPart<Album, AlbumMessage, PageMessage>
  ) -> (inout Album, AlbumMessage) -> Effect<AlbumMessage> {
    { album, message in
      switch message {
      case .path(.screen(let id, .list(.answer(let text)))),
        .path(.screen(let id, .photo(.answer(let text)))):
        album.answers.append("\(id) \(text)")
      case .modal(.screen(_, .list(.answer(let text)))), .modal(.screen(_, .photo(.answer(let text)))):
        album.answers.append("modal \(text)")
      case .path(let message): return path.update(&album, message)
      case .modal(let message): return modal.update(&album, message)
      case .push(let page): album.path.push(page)
      case .pop: album.path.pop()
      case .popTo(let id): album.path.pop(to: id)
      case .popAll: album.path.popAll()
      case .replace(let id, let page): album.path.replace(id, with: page)
      case .set(let pages): album.path.set(pages) { $0.leaf.name == $1.leaf.name }
      case .renew(let pages): album.path = ScreenPath(pages)
      case .alter(let id, let page): album.path.update(id) { $0 = page }
      case .present(let page?): album.modal.present(page)
      case .present(nil): album.modal.dismiss()
      case .takeThenPopAll(let id, let message):
        let effect = path.update(&album, .screen(id, message))
        album.path.popAll()
        return effect
      }
      return .none
    }
  }

  func send(_ messages: AlbumMessage...) {
    for message in messages { store.send(message) }
  }

  /// The labels of what is in flight.
  var inFlight: [String] {
    store.effectsInFlight.filter { $0.phase != .stopping }.map { $0.label.map { "\($0)" } ?? "-" }
  }

  var path: ScreenPath<Page> { store.withState { $0.path } }
  var modal: Presentation<Page> { store.withState { $0.modal } }
  var answers: [String] { store.withState { $0.answers } }
  var complaints: [String] { errors.read { $0 } }
}

extension Page {
  static func list(_ name: String) -> Page { .list(Leaf(name: name)) }
  static func photo(_ name: String) -> Page { .photo(Leaf(name: name)) }
}
