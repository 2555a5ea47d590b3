extension Effect {
  /// Returns the properties of the effect that are known without running it.
  ///
  /// - Parameter world: The argument of effects that are made from the world; without one they are hidden.
  func work<State: Hashable>(in world: World?) -> TransitionGraph<Input, State>.Work where Input: Hashable {
    let known = knownWork(in: world)
    return .init(labels: known.labels, answers: known.answers, isHidden: known.isHidden)
  }

  /// Returns the names of the effect that are known without running it.
  func labels(in world: World?) -> [String] { knownWork(in: world).labels }

  private func knownWork(in world: World?) -> (labels: [String], answers: [Input], isHidden: Bool) {
    var labels: [String] = []
    var answers: [Input] = []
    var isHidden = false
    func add(_ own: (labels: [String], answers: [Input], isHidden: Bool)) {
      labels += own.labels
      answers += own.answers
      isHidden = isHidden || own.isHidden
    }
    for kind in kinds {
      switch kind {
      case .next(let input):
        labels.append("\(input)")
        answers.append(input)
      case .task(let task):
        labels.append(task.label.map { "\($0)" } ?? task.id.map { "\($0)" } ?? task.sent ?? "effect")
        answers += task.answers
      case .cancel(let id):
        labels.append("cancel \(id)")
      case .cancelMatching:
        labels.append("cancel")
      case .part(_, let effect):
        add(effect.knownWork(in: world))
      case .leave:
        // Every part ends with its effects, so the diagram does not show it.
        break
      case .deferred(let make):
        add(world.map { make($0).knownWork(in: $0) } ?? (labels: ["…"], answers: [], isHidden: true))
      }
    }
    return (labels, answers, isHidden)
  }
}
