import Millrace

extension ModelMachine {
  /// One choice in progress: its turn, and the turns that follow at once.
  struct Run {
    let machine: ModelMachine
    var situation: ModelSituation<State>
    private let decisions: [Int32]
    /// The messages whose turns are next.
    private var line: ArraySlice<Waiting> = []
    /// The number of turns of messages that were sent at once.
    private var sentTurns = 0
    private var events: [EffectsInFlight.Event] = []
    private var notes = Notes()

    /// A message that was sent at once.
    private struct Waiting {
      let message: Message
      let context: ModelContext
      /// The effect that has sent it; nil for a turn.
      var sender: Int32?
      /// True if it is its sender's last act.
      var endsSender = false
    }

    init(machine: ModelMachine, situation: ModelSituation<State>, decisions: [Int32] = []) {
      self.machine = machine
      self.situation = situation
      self.decisions = decisions
    }

    var catalog: EffectCatalog<Message> { machine.catalog }

    // MARK: A choice

    /// Begins a choice; returns false when its message is rejected.
    mutating func begin(_ choice: ModelChoice) -> Bool {
      switch choice {
      case .message(let index):
        return turn(.outside(machine.messages(situation.state)[Int(index)]))
      case .answer(let serial, let alternative):
        answer(serial, alternative)
      case .end(let serial):
        guard let entry = entry(serial) else { return false }
        situation.effects.finish(serial, catalog, &events)
        advanceSequences()
        sendAtOnce()
        record(entry.phase == .stopping ? .cancelledEnd(effect(entry)) : .end(effect(entry)))
      case .queue(let queue):
        guard let busy = situation.effects.busyQueues.first(where: { $0.queue == queue }),
          let shown = catalog.kinds[Int(busy.ruler)].effect.queue
        else { return false }
        situation.effects.timeIsOver(of: queue, catalog, &events)
        advanceSequences()
        sendAtOnce()
        record(.queue(shown))
      }
      return true
    }

    private mutating func answer(_ serial: Int32, _ alternative: Int32) {
      guard let place = situation.effects.place(of: serial) else { return }
      let asked = situation.effects.entries[place]
      guard let answers = catalog.kinds[Int(asked.kind)].answers else { return }
      let answer = answers[Int(alternative)]
      if asked.alternative != alternative {
        situation.effects.choose(alternative, at: place, catalog)
      }
      let entry = situation.effects.entries[place]
      guard entry.sent < answer.messages.count else {
        if answer.ending == .staysSilent { record(.silence(effect(entry))) }
        return
      }
      situation.effects.entries[place].sent += 1
      if entry.sent + 1 == answer.messages.count, answer.ending == .ends {
        situation.effects.clock.remove(effect: serial)
      }
      _ = turn(.answer(effect(entry), answer.messages[Int(entry.sent)]))
    }

    /// Ends the effect whose last message this was, or repeats its answer.
    ///
    /// As in a store, the end of a body comes home behind its last message. Where its queue or a sequence
    /// waits for it, it is a choice of its own.
    mutating func end(_ choice: ModelChoice) {
      guard case .answer(let serial, let alternative) = choice else { return }
      end(serial, alternative, mustEnd: false)
      takeTurns()
    }

    private mutating func end(_ serial: Int32, _ alternative: Int32, mustEnd: Bool) {
      guard let place = situation.effects.place(of: serial) else { return }
      let entry = situation.effects.entries[place]
      // Its own message may have cancelled it, and it may still hold its place.
      guard entry.phase == .running, let answers = catalog.kinds[Int(entry.kind)].answers else { return }
      let answer = answers[Int(alternative)]
      guard entry.sent >= answer.messages.count else { return }
      switch answer.ending {
      case .staysSilent: return
      case .repeats:
        situation.effects.entries[place].alternative = -1
        situation.effects.entries[place].sent = 0
        situation.effects.arm(serial, catalog, again: true)
      case .ends where !mustEnd && situation.effects.hasSaidAll(entry, catalog): return
      case .ends:
        if let error = answer.error { notes.note(error: error) }
        situation.effects.finish(serial, catalog, &events)
        advanceSequences()
        sendAtOnce()
        if answer.messages.isEmpty {
          record(.end(effect(entry)))
        } else if let last = notes.turns.indices.last {
          // The end of the effect belongs to the turn.
          notes.turns[last].situation = situation
          notes.turns[last].events += events
          events.removeAll(keepingCapacity: true)
        }
      }
    }

    // MARK: Turns

    /// Takes the turns of the messages that were sent at once.
    mutating func takeTurns() {
      while let first = line.first {
        guard sentTurns < ModelMachine.turnLimit else {
          notes.isEndless = true
          return
        }
        sentTurns += 1
        line.removeFirst()
        if let sender = first.sender { take(first, from: sender) } else { _ = turn(.sent(first.message)) }
      }
    }

    private mutating func take(_ waiting: Waiting, from sender: Int32) {
      guard let place = situation.effects.place(of: sender),
        situation.effects.entries[place].phase == .running
      else { return }
      situation.effects.entries[place].sent += 1
      let entry = situation.effects.entries[place]
      _ = turn(.answer(effect(entry), waiting.message))
      end(sender, entry.alternative, mustEnd: waiting.endsSender)
    }

    /// Lets effects that have begun send the messages, and end, that are decided for them.
    mutating func sendAtOnce() {
      while let serial = situation.effects.beginning.first {
        situation.effects.beginning.removeFirst()
        guard let entry = entry(serial), entry.phase == .running,
          let answers = catalog.kinds[Int(entry.kind)].answers
        else { continue }
        // With each answer: its first messages, and all of them with its end.
        var possible: [(alternative: Int32, count: Int, ends: Bool)?] = [nil]
        for (alternative, answer) in answers.enumerated() where answer.delay == nil {
          for count in 1..<(answer.messages.count + 1) {
            possible.append((Int32(alternative), count, false))
          }
          if answer.ending == .ends { possible.append((Int32(alternative), answer.messages.count, true)) }
        }
        let place = notes.possibilities.count
        notes.possibilities.append(Int32(possible.count))
        guard place < decisions.count, let (alternative, count, ends) = possible[Int(decisions[place])],
          let own = situation.effects.place(of: serial)
        else { continue }
        situation.effects.choose(alternative, at: own, catalog)
        let messages = answers[Int(alternative)].messages
        if count == 0 { end(serial, alternative, mustEnd: true) }
        for (index, message) in messages.prefix(count).enumerated() {
          line.append(
            Waiting(
              message: message, context: ModelContext(), sender: serial,
              endsSender: ends && index == count - 1))
        }
      }
    }

    private mutating func turn(_ cause: ModelCause<Message>) -> Bool {
      guard let message = cause.message else { return false }
      var state = situation.state
      let step = machine.logic.step(&state, message)
      if let step {
        situation.state = state
        if let row = step.row { notes.usedRows.insert(row) }
        if !step.otherRows.isEmpty { notes.usedRows.formUnion(step.otherRows) }
        endLeftParts()
        hand(step.requests)
        sendAtOnce()
      }
      record(cause, isHandled: step != nil)
      return step != nil
    }

    private mutating func record(_ cause: ModelCause<Message>, isHandled: Bool = true) {
      notes.turns.append(Turn(cause: cause, isHandled: isHandled, events: events, situation: situation))
      events.removeAll(keepingCapacity: true)
    }

    // MARK: Requests

    mutating func hand(_ requests: [LogicRequest<Message>]) {
      if requests.isEmpty { return }
      for request in requests { hand(request, in: -1, ModelContext()) }
      advanceSequences()
    }

    private mutating func hand(
      _ request: LogicRequest<Message>, in sequence: Int32, _ context: ModelContext,
      limits: [EffectAnswer<Message>] = [], sendsAtOnce: Bool = false
    ) {
      switch request {
      case .send(let message):
        line.append(Waiting(message: message, context: context))
      case .limited(let limits, let request):
        hand(request, in: sequence, context, limits: limits)
      case .atOnce(let request):
        hand(request, in: sequence, context, limits: limits, sendsAtOnce: true)
      case .run(let effect, let answers):
        let kind = catalog.kind(
          of: effect, answers: answers, limits: limits, sendsAtOnce: sendsAtOnce, in: context)
        if catalog.kinds[Int(kind)].answers == nil, !notes.undeclared.contains(effect) {
          notes.undeclared.append(effect)
        }
        if let problem = catalog.kinds[Int(kind)].problem { notes.note(error: problem) }
        let known = events.count
        situation.effects.request(kind, in: sequence, catalog, &events)
        for case .dropped(let kind, .full) in events[known...] {
          let effect = catalog.kinds[Int(kind)].effect
          notes.note(error: "\(effect.name) was dropped because its queue is full")
        }
      case .sequence(let steps):
        let serial = situation.effects.nextSerial()
        situation.effects.enter(sequence)
        situation.effects.sequences.append(
          .init(
            serial: serial, program: catalog.program(of: steps), context: catalog.number(of: context),
            parent: sequence))
        beginStep(of: serial)
        // A step without work is over at once, before what the same turn asks for behind the sequence.
        advance(serial)
      case .cancel(let id):
        cancel(in: sequence) { $0.namesPath == context.namesPath && $1 == id }
      case .cancelMatching(let predicate):
        cancel(in: sequence) { $0.namesPath == context.namesPath && ($1.map(predicate) ?? false) }
      case .cancelInParts(let predicate):
        cancel(in: sequence) {
          !$0.path.isEmpty && $0.isAtOrInside(context.namesPath) && ($1.map(predicate) ?? false)
        }
      case .cancelAll:
        if !context.path.isEmpty { strike(in: sequence) { own, _ in own.isAtOrInside(context.path) } }
        end { $0.isAtOrInside(context.path) }
      case .part(let part, let requests):
        let inner = context.inner(part)
        guard isThere(inner) else { return abandon(requests, inner) }
        for request in requests { hand(request, in: sequence, inner) }
      case .leave(let name):
        end { $0.isLeft(name, in: context) || $0.path.first?.name == name }
        line.removeAll { $0.context.isLeft(name, in: context) }
      case .report(let text):
        notes.note(error: text)
      }
    }

    /// Cancels effects, after those of the steps that have not begun.
    private mutating func cancel(in sequence: Int32, where isWanted: (ModelContext, EffectID?) -> Bool) {
      strike(in: sequence, where: isWanted)
      situation.effects.cancel(catalog, &events, where: isWanted)
    }

    /// Begins the next step; its sequence counts one more effect while the step is handed over.
    private mutating func beginStep(of serial: Int32) {
      if let place = situation.effects.sequences.firstIndex(where: { $0.serial == serial }) {
        let sequence = situation.effects.sequences[place]
        let steps = catalog.programs[Int(sequence.program)]
        if sequence.next < steps.count {
          situation.effects.sequences[place].next += 1
          let context = catalog.contexts[Int(sequence.context)]
          for request in steps[Int(sequence.next)] { hand(request, in: serial, context) }
        }
      }
      situation.effects.leave(serial)
    }

    private mutating func advanceSequences() {
      while let sequence = situation.effects.sequences.first(where: { $0.outstanding == 0 }) {
        advance(sequence.serial)
      }
    }

    /// Begins steps until one has to be waited for, or none is left.
    private mutating func advance(_ serial: Int32) {
      while let place = situation.effects.sequences.firstIndex(where: { $0.serial == serial }) {
        let sequence = situation.effects.sequences[place]
        if sequence.outstanding > 0 { return }
        if sequence.next < catalog.programs[Int(sequence.program)].count {
          situation.effects.sequences[place].outstanding = 1
          beginStep(of: serial)
        } else {
          situation.effects.sequences.remove(at: place)
          situation.effects.leave(sequence.parent)
        }
      }
    }

    // MARK: Parts

    /// Returns true when a part is present; an undeclared part always is.
    private func isThere(_ context: ModelContext) -> Bool {
      context.path.isEmpty || machine.logic.parts.finds(context.path, in: situation.state) ?? true
    }

    /// Ends the work begun for parts that have left the state.
    private mutating func endLeftParts() {
      let gone = Set(
        line.map(\.context) + situation.effects.entries.map { catalog.kinds[Int($0.kind)].context }
          + situation.effects.sequences.map { catalog.contexts[Int($0.context)] }
      ).filter { !isThere($0) }
      if gone.isEmpty { return }
      line.removeAll { gone.contains($0.context) }
      end(where: gone.contains)
    }

    /// Cancels the effects of some contexts, and drops their remaining steps.
    private mutating func end(where isOver: (ModelContext) -> Bool) {
      for place in situation.effects.sequences.indices {
        let sequence = situation.effects.sequences[place]
        guard isOver(catalog.contexts[Int(sequence.context)]) else { continue }
        situation.effects.sequences[place].next = Int32(catalog.programs[Int(sequence.program)].count)
      }
      situation.effects.cancel(catalog, &events) { context, _ in isOver(context) }
    }

    /// Drops the effects that an absent part requests, and sends its answers.
    private mutating func abandon(
      _ requests: [LogicRequest<Message>], _ context: ModelContext, answers: Bool = true
    ) {
      for request in requests {
        switch request {
        case .limited(_, let request), .atOnce(let request): abandon([request], context, answers: answers)
        case .run(let effect, let declared):
          events.append(.dropped(catalog.kind(of: effect, answers: declared, in: context), .cancelled))
        case .part(let part, let requests) where part.isAnswer:
          let receiver = context.inner(part)
          guard answers, isThere(receiver) else { continue }
          for case .send(let message) in requests {
            line.append(Waiting(message: message, context: receiver))
          }
        case .part(let part, let requests): abandon(requests, context.inner(part), answers: answers)
        case .sequence(let steps):
          // An answer behind work would say that the work is done.
          var answers = answers
          for step in steps {
            if step.contains(where: \.hasWork) { answers = false }
            abandon(step, context, answers: answers)
          }
        case .send, .cancel, .cancelMatching, .cancelInParts, .cancelAll, .leave, .report: break
        }
      }
    }

    // MARK: The end

    private func entry(_ serial: Int32) -> EffectsInFlight.Entry? {
      situation.effects.place(of: serial).map { situation.effects.entries[$0] }
    }

    private func effect(_ entry: EffectsInFlight.Entry) -> ModelEffect {
      catalog.kinds[Int(entry.kind)].effect
    }

    /// Returns the situation after the choice, and what was recorded.
    func finished() -> (situation: ModelSituation<State>, notes: Notes) {
      var situation = situation
      situation.effects.clock.letTimePass()
      situation.effects.normalise()
      return (situation, notes)
    }
  }
}
