import Dispatch
import Millrace
import MillraceCoding
import MillraceInspectorWire
import MillraceSupport

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

  var isEnding: Bool { intake.withLock { $0.isEnding } }

  // MARK: The loop

  var writer: FrameWriter
  private var delays: ReconnectDelays
  var outbox = Outbox()
  var schedule = SampleSchedule()
  var batch = InspectorBatch()
  /// True until the home has told which stores are on the flow.
  private var isCalling = false
  /// True if a store has appeared since the home was asked.
  private var mustCall = false
  /// The number of connections that were begun.
  private(set) var connection = 0
  /// The number of requests of this connection without an answer.
  var openRequests = 0
  /// True if this connection's handshake was completed.
  private var wasOpen = false
  /// True while the failure of this outage was reported.
  private var isReported = false
  private let clock = ContinuousClock()
  private let origin = ContinuousClock.now
  var now: Duration { clock.now - origin }

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
    // A flow that ends meanwhile has turns to send.
    var farewell: Duration?
    while !peer.isOpen {
      if isEnding && farewell == nil { farewell = now + limits.farewell }
      if let farewell, now >= farewell { return }
      if now >= deadline {
        throw .silent(address: place, seconds: Int(limits.handshake.components.seconds))
      }
      let ready = wakePipe.wait(
        for: socket.descriptor, reading: true, writing: greeting.count > 0,
        atMost: min(deadline, farewell ?? deadline) - now)
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
  func callRoll() {
    mustCall = isCalling
    if isCalling { return }
    isCalling = true
    home.rollCall()
  }

  /// Notes that the home has told of the stores, and asks again if others have appeared since.
  func endRoll() {
    isCalling = false
    if mustCall { callRoll() }
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
        if !hasSaidEnd, !hadItems, batch.isEmpty, outbox.count < limits.output {
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
  /// After turns have come, the loop sleeps for a window without being woken, so that a turn seldom pays for
  /// a call of the system.
  private func patience(hadItems: Bool, _ farewell: Duration?) -> Duration? {
    var until: [Duration] = []
    if let farewell { until.append(farewell) }
    if outbox.count < limits.output {
      if !batch.isEmpty {
        return nil
      } else if hadItems {
        until.append(now + limits.window)
      } else if farewell == nil, !intake.withLock({ $0.fallAsleep() }) {
        return nil
      }
      if farewell == nil, let next = schedule.nextTime { until.append(next) }
    }
    return until.min().map { max(.zero, $0 - now) } ?? .forEver
  }

  // MARK: The socket

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
    if request.operation == .sample, request.isFull { home.forgetMarks() }
    home.carryOut(
      request, InspectorAnswer(link: self, connection: connection, request: request.number),
      stores: writer.numbers)
  }
}

extension Duration {
  /// A time that does not end.
  static let forEver = Duration.seconds(Int64.max)
}
