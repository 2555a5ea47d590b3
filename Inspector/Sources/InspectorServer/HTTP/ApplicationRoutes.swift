import InspectorCore

extension Route {
  /// Requests that the application answers.
  static let applicationRoutes: [Route] = [
    Route("GET", "machines") { view, _, _ throws(InspectorProblem) in
      let facts = try await view.source.ask(ApplicationRequest(.facts))
      let stores: JSONDocument
      do { stores = try JSONDocument(facts) } catch {
        throw .failure("The application's answer is damaged. \(error)")
      }
      return .json([
        "turn": .unsigned(view.index.turns.last?.number ?? 0), "stores": .raw(stores.root.json),
        "queues": try view.queues(),
      ])
    },
    Route("POST", "show") { view, _, body throws(InspectorProblem) in
      try view.needs("back", "go back")
      guard let asked = try body.object["turn"]?.unsigned else {
        throw .malformed(#"The request needs a body such as {"turn":12}."#)
      }
      let turn = view.clamped(asked)
      _ = try await view.source.ask(ApplicationRequest(.show, body: try await view.pastStates(turn).bytes))
      return .json([:])
    },
    Route("POST", "present") { view, _, _ throws(InspectorProblem) in
      _ = try await view.source.ask(ApplicationRequest(.present))
      return .json([:])
    },
    Route("POST", "keep") { view, _, body throws(InspectorProblem) in
      try view.needs("keep", "replace the present")
      let object = try body.object
      let request: JSONOutput
      if let id = object["branch"]?.integer.flatMap({ Int(exactly: $0) }) {
        request = try await view.keptStates(view.branches[id])
      } else if let asked = object["turn"]?.unsigned {
        let turn = view.clamped(asked)
        request = .joined([
          try await view.pastStates(turn),
          ["why": .text("The state after turn \(turn) was put in the place of the present by the inspector")],
        ])
      } else {
        throw .malformed(#"The request needs a body such as {"turn":12} or {"branch":1}."#)
      }
      let answer = try await view.source.ask(ApplicationRequest(.keep, body: request.bytes))
      guard let number = try? answer.object["break"]?.unsigned else {
        throw .failure("The application has not said at which number its history breaks; look at its states.")
      }
      return .json(["break": .unsigned(number)])
    },
    Route("POST", "send") { view, _, body throws(InspectorProblem) in
      try view.needs("send", "take messages")
      let object = try body.object
      guard let name = object["store"]?.text, object["kind"]?.text != nil, object["message"] != nil else {
        throw .malformed(
          #"The request needs a body such as {"store":"library","kind":"note@2","message":…}."#)
      }
      let store = view.index.stores[try view.store(name)]
      let request: JSONOutput = [
        "store": .text(store.applicationName), "kind": object["kind"].map { .raw($0.json) },
        "message": object["message"].map { .raw($0.json) },
      ]
      _ = try await view.source.ask(ApplicationRequest(.send, body: request.bytes))
      return .json([:])
    },
    Route("POST", "sample") { view, _, _ throws(InspectorProblem) in
      _ = try await view.source.ask(ApplicationRequest(.sample))
      return .json([:])
    },
  ]
}

extension [UInt8] {
  /// The JSON object of a request's body.
  var object: JSONSlice {
    get throws(InspectorProblem) {
      do {
        let root = try JSONDocument(self).root
        guard root.form == .object else {
          throw InspectorProblem.malformed("The body must be a JSON object.")
        }
        return root
      } catch let problem as InspectorProblem {
        throw problem
      } catch {
        throw .malformed("The body is wrong. \(error)")
      }
    }
  }
}

extension HistoryView {
  func needs(_ permission: String, _ deed: String) throws(InspectorProblem) {
    guard facts.status == .connected else {
      throw .impossible("No application is connected to this history, so it cannot \(deed); start it again.")
    }
    guard facts.allows.contains(permission) else {
      throw .impossible(
        "The application does not allow it to \(deed) from here; it has to say so where it attaches the inspector."
      )
    }
  }

  /// The states of all stores that can be shown, after a turn.
  func pastStates(_ turn: UInt64) async throws(InspectorProblem) -> JSONOutput {
    var states: [JSONOutput] = []
    for (place, store) in index.stores.enumerated() where store.isExact {
      let state = try await self.states.state(place, at: turn, self)
      states.append([
        "store": .text(store.applicationName), "kind": state.kind.map { .text($0) },
        "state": .raw(state.root.json),
      ])
    }
    return ["turn": .unsigned(turn), "states": .array(states)]
  }

  /// The states of all stores that can be shown, at the end of a branch.
  func keptStates(_ branch: Branch) async throws(InspectorProblem) -> JSONOutput {
    if let problem = branch.problems.first(where: { $0.turn != nil }) {
      throw .impossible("The branch was not computed whole, so it cannot be kept: \(problem.why)")
    }
    var states: [JSONOutput] = []
    for (place, store) in index.stores.enumerated() where store.isExact {
      let state: HistoryState
      if branch.turns.contains(where: { $0.store == place }) {
        guard let computed = branch.state(of: place, after: branch.last) else {
          throw .impossible(
            "The branch has no last state of `\(store.name)`, so it cannot be kept; compute it again.")
        }
        state = computed
      } else {
        state = try await self.states.state(place, at: branch.from, self)
      }
      states.append([
        "store": .text(store.applicationName), "kind": state.kind.map { .text($0) },
        "state": .raw(state.root.json),
      ])
    }
    let why =
      "The end of a branch from turn \(branch.from) was put in the place of the present by the inspector"
    return ["turn": .unsigned(branch.last), "states": .array(states), "why": .text(why)]
  }

  /// The effects that run or wait now, by store and queue.
  func queues() throws(InspectorProblem) -> JSONOutput {
    var queues: [JSONOutput] = []
    for store in index.stores {
      var lanes: [String: (running: [JSONOutput], waiting: [JSONOutput])] = [:]
      var names: [String] = []
      // Those that have not ended are among the latest.
      let latest = store.effects.suffix(2000).filter { $0.ended == nil }.prefix(200)
      for effect in latest {
        let event = try source.events(at: effect.place).first { $0.effect == effect.effect }
        let queue = event?.queue ?? ""
        if lanes[queue] == nil { names.append(queue) }
        let label = event?.label ?? event?.id
        let line: JSONOutput = ["effect": .unsigned(effect.effect), "label": label.map { .text($0) }]
        if effect.step == .waiting {
          lanes[queue, default: ([], [])].waiting.append(line)
        } else {
          lanes[queue, default: ([], [])].running.append(line)
        }
      }
      for name in names {
        guard let lane = lanes[name] else { continue }
        queues.append([
          "store": .text(store.name), "queue": name.isEmpty ? nil : .text(name),
          "running": .array(lane.running), "waiting": .array(lane.waiting),
        ])
      }
    }
    return .array(queues)
  }
}
