@testable import MillraceCore

/// Follows each effect from its request to its end and notes whatever should never happen, without knowing
/// how any strategy decides.
struct EffectLedger {
  enum State { case requested, waiting, running, ended }

  struct Line {
    let token: EffectToken
    let queue: Int?
    let limit: Int?
    var state = State.requested
    /// True from the start of the body until it returned, cancelled or not.
    var hasBody = false
  }

  var lines: [UInt64: Line] = [:]
  var problems: [String] = []
  var ended = 0
  var started = 0

  mutating func requested(_ token: EffectToken, queue: Int?, limit: Int?, answer: [EffectAction]) {
    if lines[token.serial] != nil { problems.append("serial \(token.serial) was given twice") }
    lines[token.serial] = Line(token: token, queue: queue, limit: limit)
    let slots = Set(answer.compactMap(Self.token)).map(\.slot)
    if Set(slots).count != slots.count {
      problems.append("one answer names two effects in one slot: \(answer)")
    }
    follow(answer)
    if lines[token.serial]?.state == .requested { problems.append("\(token) was left without an answer") }
  }

  mutating func bodyReturned(_ token: EffectToken, answer: [EffectAction]) {
    lines[token.serial]?.hasBody = false
    if lines[token.serial]?.state == .running { end(token) }
    follow(answer)
  }

  mutating func follow(_ answer: [EffectAction]) {
    for action in answer {
      guard let token = Self.token(action) else { continue }
      guard let line = lines[token.serial], line.token == token else {
        problems.append("\(action) names an unknown effect")
        continue
      }
      switch (action, line.state) {
      case (.start, .requested), (.start, .waiting):
        started += 1
        lines[token.serial]?.state = .running
        lines[token.serial]?.hasBody = true
        checkOrder(line)
      case (.wait, .requested):
        lines[token.serial]?.state = .waiting
      case (.cancel, .running), (.drop, .requested), (.drop, .waiting):
        end(token)
      default:
        problems.append("\(action) came while the effect was \(line.state)")
      }
    }
    checkBounds()
  }

  /// The effects whose bodies run, whether or not they were cancelled, the oldest first.
  var bodies: [EffectToken] { lines.values.filter(\.hasBody).map(\.token).sorted { $0.serial < $1.serial } }

  func isRunning(_ token: EffectToken) -> Bool { lines[token.serial]?.state == .running }

  private mutating func end(_ token: EffectToken) {
    ended += 1
    lines[token.serial]?.state = .ended
  }

  private mutating func checkOrder(_ started: Line) {
    guard started.limit != nil else { return }
    let passedOver = lines.values.contains {
      $0.queue == started.queue && $0.state == .waiting && $0.token.serial < started.token.serial
    }
    if passedOver { problems.append("\(started.token) started before an older effect of its queue") }
  }

  private mutating func checkBounds() {
    var bodies: [Int: Int] = [:]
    var waiting: Set<Int> = []
    var limits: [Int: Int] = [:]
    for line in lines.values {
      guard let queue = line.queue, let limit = line.limit, line.hasBody || line.state == .waiting else {
        continue
      }
      limits[queue] = limit
      if line.hasBody { bodies[queue, default: 0] += 1 }
      if line.state == .waiting { waiting.insert(queue) }
    }
    for (queue, limit) in limits {
      let count = bodies[queue, default: 0]
      if count > limit { problems.append("\(count) bodies run in a queue for \(limit)") }
      if count < limit, waiting.contains(queue) { problems.append("an effect waits beside a free place") }
    }
  }

  private static func token(_ action: EffectAction) -> EffectToken? {
    switch action {
    case .start(let token), .wait(let token), .cancel(let token), .drop(let token, _): token
    case .wake: nil
    }
  }

  /// Forgets the effects that are over, so that long runs stay quick.
  mutating func sweep() { lines = lines.filter { $0.value.state != .ended || $0.value.hasBody } }
}
