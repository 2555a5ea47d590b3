import Millrace

/// A change of how work is run, in the order in which operators were applied.
@usableFromInline
enum EffectOperator: Sendable {
  case retry(Int, Backoff, @Sendable (any Error) -> Bool)
  case timeout(Duration)
  case delay(Duration)
  /// Repeated runs; their number is at least 1.
  case repeating(Int, pause: Duration)
  case priority(TaskPriority)
}

extension Millrace.Effect {
  /// Returns the effect with the operators applied, the first one innermost.
  @usableFromInline
  func applying(_ operators: [EffectOperator]) -> Millrace.Effect<Message> {
    operators.reduce(self) { effect, change in
      switch change {
      case .retry(let count, let backoff, let isRetried): effect.retry(count, backoff: backoff, if: isRetried)
      case .timeout(let limit): effect.timeout(limit)
      case .delay(let time): effect.delay(time)
      case .repeating(let count, let pause): effect.repeating(count, pause: pause)
      case .priority(let priority): effect.priority(priority)
      }
    }
  }
}

extension Effect {
  /// Returns the effect with an operator applied to its work, also in parts and where it is made of the
  /// world.
  func applying(_ change: EffectOperator) -> Effect {
    Effect(
      kinds: kinds.map { kind in
        switch kind {
        case .next(let input): .next(input, applying: change)
        case .task(let task): .task(task.applying(change))
        case .part(let membership, let effect): .part(membership, effect.applying(change))
        case .deferred(let make): .deferred { make($0).applying(change) }
        case .cancel, .cancelMatching, .leave: kind
        }
      })
  }
}

extension Effect.Kind {
  /// Creates work that sends an input, where an operator needs some.
  fileprivate static func next(_ input: Input, applying change: EffectOperator) -> Self {
    let label: EffectLabel?
    switch change {
    case .delay(let time): label = "after \(time)"
    case .repeating: label = nil
    case .retry, .timeout, .priority: return .next(input)
    }
    return .task(
      EffectTask(
        queue: .defaultEffectQueue, id: nil, label: label, answers: [input], operation: .send(input),
        operators: [change]))
  }
}

// The properties of work that checks and diagrams read.
extension EffectTask {
  fileprivate func applying(_ change: EffectOperator) -> EffectTask {
    EffectTask(
      queue: queue, id: id, label: label, answers: answers, operation: operation,
      operators: operators + [change], isOfState: isOfState)
  }

  /// The text of an input that is sent later or repeatedly; nil for other work.
  var sent: String? {
    switch operation {
    case .send(let input), .sendAt(_, _, let input): "\(input)"
    case .one, .many, .race: nil
    }
  }

  /// The exact time after which an input comes; nil for other work than a delayed input.
  var delay: Duration? {
    guard case .send = operation else { return nil }
    var sum = Duration.zero
    for change in operators {
      switch change {
      case .delay(let time): sum += max(time, .zero)
      case .retry, .priority: break
      case .timeout, .repeating: return nil
      }
    }
    return sum
  }
}

extension [EffectOperator] {
  /// The number of runs of work that does not fail; `Int.max` for one without an end.
  var runs: Int {
    reduce(1) { runs, change in
      guard case .repeating(let count, _) = change else { return runs }
      let (product, isOver) = runs.multipliedReportingOverflow(by: count)
      return isOver ? .max : product
    }
  }
}
