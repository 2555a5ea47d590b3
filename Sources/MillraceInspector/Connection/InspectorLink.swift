import Dispatch
import Millrace
import MillraceCoding
import MillraceInspectorWire

/// The connection of one flow to the tool: a loop on a thread of its own that connects, encodes and writes.
///
/// The home only ever appends to the intake. Everything else here is used by the loop alone.
final class InspectorLink: @unchecked Sendable {
  // Sound: the variables below `MARK: The loop` are used on `queue` only, where one loop runs; the rest never
  // changes or is locked.

  let identity: InspectorIdentity
  let limits: InspectorLimits
  let home: InspectorHome
  /// The queue of encoding and decoding states.
  private let work = DispatchQueue(label: "millrace.inspector.work")
  let intake: Locked<InspectorIntake>
  private let queue = DispatchQueue(label: "millrace.inspector")
  private let wakePipe: WakePipe
  /// The stores with a state or a message that could not be encoded, each reported once.
  private let failing = Locked<Set<String>>([])

  init(
    _ identity: InspectorIdentity, _ limits: InspectorLimits, _ home: InspectorHome, _ wakePipe: WakePipe
  ) {
    self.identity = identity
    self.limits = limits
    self.home = home
    self.wakePipe = wakePipe
    intake = Locked(InspectorIntake(limit: limits.waiting))
    writer = FrameWriter(flow: identity.flow, hiding: identity.hidden)
    delays = ReconnectDelays(first: limits.firstDelay, longest: limits.longestDelay)
  }

  /// Begins the loop, which ends after `end()`.
  func begin() { queue.async { self.run() } }

  // MARK: From any thread

  /// Adds a turn or an event; called at home in each turn.
  func add(_ item: TurnItem, last: UInt64) {
    // A displaced item is released outside of the lock.
    let (displaced, mustWake) = intake.withLock { intake in
      intake.lastTurn = last
      return (intake.buffer.add(item), intake.mustWake())
    }
    if mustWake { wakePipe.wake() }
    withExtendedLifetime(displaced) {}
  }

  /// Changes the intake, and wakes the loop.
  func tell(_ body: (inout InspectorIntake) -> Void) {
    let mustWake = intake.withLock { intake in
      body(&intake)
      return intake.mustWake()
    }
    if mustWake { wakePipe.wake() }
  }

  func put(_ frame: Frame, _ kind: OutgoingFrame.Kind) {
    tell { $0.frames.append(OutgoingFrame(frame: frame, kind: kind)) }
  }

  /// Calls `body` on the work queue, after all that were given before.
  func doWork(_ body: @escaping @Sendable () -> Void) { work.async(execute: body) }

  var failingStores: Set<String> { failing.withLock { $0 } }

  /// Reports that a state or a message cannot be encoded, once for each store.
  func fail(_ store: String, _ error: any Error) {
    if failing.withLock({ $0.insert(store).inserted }) {
      home.report(.encoding(store: store, reason: CodingReason.text(error)))
    }
  }

  /// Ends the loop after what waits has been sent, or soon.
  func end() {
    intake.withLock { $0.isEnding = true }
    wakePipe.wake()
  }

  private var isEnding: Bool { intake.withLock { $0.isEnding } }

  // MARK: The loop

  private var writer: FrameWriter
  private var delays: ReconnectDelays
  private var outbox = Outbox()
  private var schedule = SampleSchedule()
  /// The turns and events that are being encoded; empty between that.
  private var taken: [TurnItem] = []
  /// True until the home has told which stores are on the flow.
  private var isCalling = false
  /// True if a store has appeared since the home was asked.
  private var mustCall = false
  /// The number of connections that were begun.
  private var connection = 0
  /// The number of requests of this connection without an answer.
  private var openRequests = 0
  /// True if this connection's handshake was completed.
  private var wasOpen = false
  /// True while the failure of this outage was reported.
  private var isReported = false
  private let clock = ContinuousClock()
  private let origin = ContinuousClock.now
  private var now: Duration { clock.now - origin }

  private func run() {
    while !isEnding {
      do throws(InspectorError) {
        try serve()
      } catch {
        if !isEnding { report(error) }
      }
      cut()
      if isEnding { return }
      let end = now + delays.failed()
      while !isEnding, now < end { _ = wakePipe.wait(atMost: end - now) }
    }
  }

  private func report(_ error: InspectorError) {
    if isReported { return }
    isReported = true
    home.report(error)
  }

  /// Forgets what belonged to the connection.
  private func cut() {
    outbox.cut()
    schedule.cut()
    openRequests = 0
    if wasOpen { home.connectionEnded(connection) }
    wasOpen = false
  }

  /// Connects, and exchanges frames until the connection ends; returns when the flow has ended.
  private func serve() throws(InspectorError) {
    let place = identity.address.description
    connection += 1
    let socket: LinkSocket
    do throws(LinkSocket.Failure) {
      socket = try LinkSocket.connect(
        to: identity.address.endpoint, within: limits.handshake, wakePipe, isOver: { isEnding })
    } catch {
      throw .unreachable(address: place, reason: error.reason)
    }
    try shakeHands(socket, place)
  }

  private func shakeHands(_ socket: borrowing LinkSocket, _ place: String) throws(InspectorError) {
    var peer = InspectorConnection(key: identity.address.key)
    var greeting = Outbox()
    let deadline = now + limits.handshake
    while !peer.isOpen {
      if isEnding { return }
      if now >= deadline {
        throw .silent(address: place, seconds: Int(limits.handshake.components.seconds))
      }
      let ready = wakePipe.wait(
        for: socket.descriptor, reading: true, writing: greeting.count > 0, atMost: deadline - now)
      if ready.canWrite { try flush(&greeting, socket, place) }
      guard ready.canRead else { continue }
      for action in try receive(socket, &peer, place) { try carryOut(action, &greeting, place) }
    }
    try exchange(socket, &peer, place)
  }

  private func carryOut(
    _ action: InspectorConnection.Action, _ greeting: inout Outbox, _ place: String
  ) throws(InspectorError) {
    if case .request(let frame) = action {
      do throws(RequestError) {
        return try request(frame)
      } catch {
        throw .request(address: place, reason: error.description)
      }
    }
    do throws(WireError) {
      if case .send(let frame) = action { try greeting.add(frame, isRecord: false) } else { try opened() }
    } catch {
      throw .wire(address: place, error)
    }
  }

  /// Tells the tool of the application, and wants all states.
  private func opened() throws(WireError) {
    (isReported, wasOpen) = (false, true)
    delays.succeeded()
    writer.reconnected()
    takeStores()
    try outbox.put(
      first: identity.announcements(last: intake.withLock { $0.lastTurn }) + writer.announcements())
    schedule.wantAll()
    callRoll()
  }

  /// Asks the home for the stores on the flow, once for all stores that appear until it answers.
  private func callRoll() {
    mustCall = isCalling
    if isCalling { return }
    isCalling = true
    home.rollCall()
  }

  /// Exchanges frames on an open connection.
  private func exchange(
    _ socket: borrowing LinkSocket, _ peer: inout InspectorConnection, _ place: String
  ) throws(InspectorError) {
    var farewell: Duration?
    var hasSaidEnd = false
    while true {
      let isEnding = isEnding
      let hadItems = fill()
      if isEnding {
        if farewell == nil { farewell = now + limits.farewell }
        if !hasSaidEnd, !hadItems, outbox.count < limits.output {
          hasSaidEnd = true
          add(Frame([("ended", .init(number: identity.flow))]), isRecord: false)
        }
      } else {
        sample()
      }
      try flush(&outbox, socket, place)
      if let farewell, hasSaidEnd && outbox.count == 0 || now >= farewell { return }
      guard let time = patience(hadItems: hadItems, farewell) else { continue }
      let ready = wakePipe.wait(
        for: socket.descriptor, reading: openRequests < limits.requests, writing: outbox.count > 0,
        atMost: time == .forEver ? nil : time)
      intake.withLock { $0.isAsleep = false }
      guard ready.canRead else { continue }
      var none = Outbox()
      for action in try receive(socket, &peer, place) { try carryOut(action, &none, place) }
    }
  }

  /// Returns the time to wait; nil if there is something to do at once.
  ///
  /// After turns have come, the loop sleeps for a window without being woken, so that a turn seldom pays for a
  /// call of the system.
  private func patience(hadItems: Bool, _ farewell: Duration?) -> Duration? {
    var until: [Duration] = []
    if let farewell { until.append(farewell) }
    if outbox.count < limits.output {
      if hadItems {
        until.append(now + limits.window)
      } else if farewell == nil, !intake.withLock({ $0.fallAsleep() }) {
        return nil
      }
      if farewell == nil, let next = schedule.nextTime { until.append(next) }
    }
    return until.min().map { max(.zero, $0 - now) } ?? .forEver
  }

  // MARK: Writing

  /// Encodes what waits, as long as the output has room; returns true if there were turns or events.
  private func fill() -> Bool {
    takeStores()
    announce()
    guard outbox.count < limits.output else { return false }
    // Under one lock, so that a state comes behind the turns that led to it.
    let (batch, frames, samples) = intake.withLock { intake in
      defer { (intake.frames, intake.samples) = ([], []) }
      return (intake.buffer.take(into: &taken), intake.frames, intake.samples)
    }
    if let gap = batch.gap { note(gap) }
    for place in taken.indices { add(taken[(batch.first + place) % taken.count]) }
    for frame in frames { add(frame) }
    for (store, cost) in samples { schedule.finished(store, cost: cost, at: now) }
    for (store, error) in writer.takeProblems() { fail(store, error) }
    // Released here and not at home, which gets the room back.
    defer { taken.removeAll(keepingCapacity: true) }
    return !taken.isEmpty
  }

  private func add(_ item: TurnItem) {
    let store = item.store
    if !writer.knows(store) {
      _ = writer.number(of: store)
      addToSchedule()
      callRoll()
    }
    schedule.turned(store)
    let frame = writer.frame(item)
    announce()
    add(frame, isRecord: true)
  }

  private func announce() {
    for frame in writer.announcements() { add(frame, isRecord: false) }
  }

  private func add(_ frame: Frame, isRecord: Bool) {
    do throws(WireError) {
      try outbox.add(frame, isRecord: isRecord)
    } catch {
      home.report(.wire(address: identity.address.description, error))
    }
  }

  private func note(_ gap: TurnBuffer.Gap) {
    add(
      Frame([
        ("dropped", .integer(Int64(gap.turns))), ("flow", .init(number: identity.flow)),
        ("from", .init(number: gap.from)), ("until", .init(number: gap.until)),
        ("events", gap.events > 0 ? .integer(Int64(gap.events)) : nil),
      ]), isRecord: true)
  }

  /// Takes the stores that the home has announced.
  private func takeStores() {
    let (shown, found, hasAnswered) = intake.withLock { $0.takeStores() }
    if hasAnswered { isCalling = false }
    if mustCall { callRoll() }
    if shown.isEmpty && found.isEmpty { return }
    for codec in shown { writer.show(codec) }
    for (store, dialect) in found { writer.found(store, dialect: dialect) }
    addToSchedule()
  }

  private func addToSchedule() {
    for (name, isExact) in writer.stores {
      schedule.add(name, interval: isExact ? limits.exactInterval : limits.reflectedInterval)
    }
  }

  /// Adds a frame of the home or the work queue, unless it answers an earlier connection.
  private func add(_ outgoing: OutgoingFrame) {
    if case .answer(let connection) = outgoing.kind {
      if connection != self.connection { return }
      openRequests -= 1
    }
    add(outgoing.frame, isRecord: false)
  }

  private func sample() {
    guard outbox.count < limits.output, !isEnding else { return }
    let due = schedule.take(at: now)
    if !due.isEmpty { home.sample(due.map { ($0, writer.number(of: $0)) }) }
  }

  private func flush(
    _ outbox: inout Outbox, _ socket: borrowing LinkSocket, _ place: String
  ) throws(InspectorError) {
    while outbox.count > 0 {
      var failure: String?
      var isFull = false
      outbox.write { bytes in
        switch socket.write(bytes) {
        case .bytes(let count): return count
        case .mustWait: isFull = true
        case .over(let reason): failure = reason
        }
        return 0
      }
      if let failure { throw .cut(address: place, reason: failure) }
      if isFull { return }
    }
  }

  // MARK: Reading

  private func receive(
    _ socket: borrowing LinkSocket, _ peer: inout InspectorConnection, _ place: String
  ) throws(InspectorError) -> [InspectorConnection.Action] {
    var bytes: [UInt8] = []
    var failure: String?
    bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
      switch socket.read(into: UnsafeMutableRawBufferPointer(room)) {
      case .bytes(let read): count = read
      case .mustWait: break
      case .over(let reason): failure = reason
      }
    }
    if let failure { throw .cut(address: place, reason: failure) }
    do throws(WireError) {
      return try peer.receive(bytes)
    } catch {
      throw .wire(address: place, error)
    }
  }

  private func request(_ frame: Frame) throws(RequestError) {
    guard let request = try InspectorRequest(frame) else { return }
    openRequests += 1
    home.carryOut(
      request, InspectorAnswer(link: self, connection: connection, request: request.number),
      stores: writer.numbers)
  }
}

extension Duration {
  /// A time that does not end.
  static let forEver = Duration.seconds(Int64.max)
}
