import Millrace
import Testing

/// Work that is answered by hand: what has begun and was not finished, by its label.
final class PartsWork<Message: Sendable>: Sendable {
  private let begun = PartsLocked<[String: EffectContinuation<Message>]>([:])

  /// An effect that goes on until it is finished.
  func effect(_ label: String, in queue: EffectQueue? = nil, id: EffectID? = nil) -> Effect<Message> {
    .callback(in: queue, id: id, label: EffectLabel(label)) { [begun] continuation in
      begun.change { $0[label] = continuation }
    }
  }

  /// Sends a message of an effect; false when it is unwelcome.
  @discardableResult
  func send(_ label: String, _ message: Message) -> Bool {
    begun.read { $0[label] }?.send(message) ?? false
  }

  func finish(_ label: String) {
    begun.change { $0.removeValue(forKey: label) }?.finish()
  }

  var labels: [String] { begun.read { $0.keys.sorted() } }
}

/// A value behind a lock.
final class PartsLocked<Value>: @unchecked Sendable {
  // Sound: tests touch it at one home only.
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func read<Result>(_ body: (Value) -> Result) -> Result { body(value) }

  func change<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}

/// An album with a picture that is looked at, and a page that is one of two cases.
struct PartsAlbum: Equatable {
  var detail: PartsDetail?
  var pictures: RowTable<Int, PartsDetail> = [:]
  var tab = PartsTab.list(PartsDetail(uid: 0))
  var heard: [String] = []
}

struct PartsDetail: Equatable {
  var uid: Int
  var heard: [String] = []
  var zoom: PartsZoom?
  var listensTo: String?
}

struct PartsZoom: Equatable {
  var heard: [String] = []
}

enum PartsTab: Equatable {
  case list(PartsDetail)
  case map(PartsDetail)
}

enum PartsDetailMessage: Equatable, Sendable {
  /// Asks for an effect of this label.
  case begin(String, in: EffectQueue? = nil, id: EffectID? = nil)
  case cancel(EffectID)
  case cancelAll
  /// Sends itself a message.
  case echo(String)
  case heard(String)
  case steps(String, String)
  case zoom(PartsZoomMessage)
  case isZoomed(Bool)
  case listen(String?)
}

enum PartsZoomMessage: Equatable, Sendable {
  case begin(String)
  case heard(String)
}

enum PartsMessage: Equatable, Sendable {
  case detail(PartsDetailMessage)
  case picture(Int, PartsDetailMessage)
  case list(PartsDetailMessage)
  case map(PartsDetailMessage)
  /// Puts a detail in place, or none.
  case show(PartsDetail?)
  case change(PartsTab)
  case remove(Int)
  case readd(Int)
  /// Does something of the detail and closes it, or puts another in its place, in one turn.
  case detailThenShow(PartsDetailMessage, PartsDetail?)
  case begin(String, in: EffectQueue? = nil, id: EffectID? = nil)
  case cancel(EffectID)
  case heard(String)
}

/// A store of an album, and its work.
@MainActor
final class PartsRig {
  let albumWork = PartsWork<PartsMessage>()
  let work = PartsWork<PartsDetailMessage>()
  let zoomWork = PartsWork<PartsZoomMessage>()
  let store: Store<PartsAlbum, PartsMessage>
  /// The subscriptions, by name, with the way back.
  let listening = PartsLocked<[String: Sender<PartsDetailMessage>]>([:])
  let errors = PartsLocked<[String]>([])
  let events = PartsLocked<[String]>([])
  private var tap: ObservationToken?

  init(
    environment: StoreEnvironment = StoreEnvironment(), hasIdentity: Bool = true, isDeclared: Bool = true
  ) {
    let work = work
    let zoomWork = zoomWork
    let albumWork = albumWork
    let listening = listening
    let zoom = Part<PartsDetail, PartsDetailMessage, PartsZoomMessage>(
      "zoom", at: \.zoom, { .zoom($0) }
    ) { (zoom: inout PartsZoom, message) in
      switch message {
      case .begin(let label): return zoomWork.effect(label)
      case .heard(let text): zoom.heard.append(text)
      }
      return .none
    }
    let update: (inout PartsDetail, PartsDetailMessage) -> Effect<PartsDetailMessage> = { detail, message in
      switch message {
      case .begin(let label, let queue, let id): return work.effect(label, in: queue, id: id)
      case .cancel(let id): return .cancel(id: id)
      case .cancelAll: return .cancelAll
      case .echo(let text): return .send(.heard(text))
      case .heard(let text): detail.heard.append(text)
      case .steps(let first, let second): return .concatenate(work.effect(first), work.effect(second))
      case .zoom(let message): return zoom.update(&detail, message)
      case .isZoomed(let isZoomed): detail.zoom = isZoomed ? PartsZoom() : nil
      case .listen(let name): detail.listensTo = name
      }
      return .none
    }
    let subscriptions: (PartsDetail) -> [StoreSubscription<PartsDetailMessage>] = { detail in
      guard let name = detail.listensTo else { return [] }
      return [
        .listening(EffectID(name)) { sender in
          listening.change { $0[name] = sender }
          return { listening.change { $0[name] = nil } }
        }
      ]
    }
    let identity: ((PartsDetail) -> any Hashable & Sendable)? = hasIdentity ? { $0.uid } : nil
    let detail = Part<PartsAlbum, PartsMessage, PartsDetailMessage>(
      "detail", at: \.detail, { .detail($0) }, identity: identity, parts: [zoom],
      subscriptions: subscriptions, update: update)
    let pictures = RowPart<PartsAlbum, PartsMessage, Int, PartsDetailMessage>(
      "picture", at: \.pictures, { .picture($0, $1) }, parts: [zoom], update: update)
    let tab = Lens(\PartsAlbum.tab)
    let list = Part<PartsAlbum, PartsMessage, PartsDetailMessage>(
      "list",
      at: tab.appending(
        Prism<PartsTab, PartsDetail>(
          tryGet: { if case .list(let detail) = $0 { detail } else { nil } }, inject: { .list($0) })),
      { .list($0) }, update: update)
    let map = Part<PartsAlbum, PartsMessage, PartsDetailMessage>(
      "map",
      at: tab.appending(
        Prism<PartsTab, PartsDetail>(
          tryGet: { if case .map(let detail) = $0 { detail } else { nil } }, inject: { .map($0) })),
      { .map($0) }, update: update)
    store = Store(
      PartsAlbum(), environment: environment, parts: isDeclared ? [detail, pictures, list, map] : []
    ) { album, message in
      switch message {
      case .detail(let message): return detail.update(&album, message)
      case .picture(let id, let message): return pictures.update(&album, id, message)
      case .list(let message): return list.update(&album, message)
      case .map(let message): return map.update(&album, message)
      case .show(let shown): album.detail = shown
      case .change(let tab): album.tab = tab
      case .remove(let id): album.pictures.remove(id: id)
      case .readd(let id):
        album.pictures.remove(id: id)
        album.pictures[id] = PartsDetail(uid: 0)
      case .detailThenShow(let message, let shown):
        let effect = detail.update(&album, message)
        album.detail = shown
        return effect
      case .begin(let label, let queue, let id): return albumWork.effect(label, in: queue, id: id)
      case .cancel(let id): return .cancel(id: id)
      case .heard(let text): album.heard.append(text)
      }
      return .none
    }
    store.flow.errorHandler = { [errors] error in errors.change { $0.append("\(error)") } }
  }

  /// Writes down what becomes of effects, by turn, from now on.
  func record() {
    let note: (EffectEvent, UInt64) -> Void = { [events] event, turn in
      let label = event.label.map { "\($0)" } ?? "-"
      events.change { $0.append("\(turn) \(event.kind) \(label) of \(event.part.map { "\($0)" } ?? "all")") }
    }
    tap = store.flow.tap(effect: { note($0, 0) }) { record in
      for event in record.effects { note(event, record.sequence) }
    }
  }

  func send(_ messages: PartsMessage...) {
    for message in messages { store.send(message) }
  }

  /// The labels of what is in flight.
  var inFlight: [String] {
    store.effectsInFlight.filter { $0.phase != .stopping }.map { $0.label.map { "\($0)" } ?? "-" }
  }

  var detail: PartsDetail? { store.withState { $0.detail } }
}
