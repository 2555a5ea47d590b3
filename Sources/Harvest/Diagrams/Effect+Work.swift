extension Effect {
  /// Returns the properties of the effect that are known without running it.
  ///
  /// - Parameter world: The argument of effects that are made from the world; without one they are hidden.
  func work<State: Hashable>(in world: World?) -> TransitionGraph<Input, State>.Work where Input: Hashable {
    var labels: [String] = []
    var answers: [Input] = []
    var isHidden = false
    for kind in kinds {
      switch kind {
      case .next(let input):
        labels.append("\(input)")
        answers.append(input)
      case .task(let task):
        labels.append(task.label.map { "\($0)" } ?? task.id.map { "\($0)" } ?? "effect")
        answers += task.answers
      case .cancel(let id):
        labels.append("cancel \(id)")
      case .cancelMatching:
        labels.append("cancel")
      case .part(_, let effect):
        let own: TransitionGraph<Input, State>.Work = effect.work(in: world)
        labels += own.labels
        answers += own.answers
        isHidden = isHidden || own.isHidden
      case .leave:
        // Every part ends with its effects, so the diagram does not show it.
        break
      case .deferred(let make):
        guard let world else {
          labels.append("…")
          isHidden = true
          continue
        }
        let made: TransitionGraph<Input, State>.Work = make(world).work(in: world)
        labels += made.labels
        answers += made.answers
        isHidden = isHidden || made.isHidden
      }
    }
    return .init(labels: labels, answers: answers, isHidden: isHidden)
  }
}
