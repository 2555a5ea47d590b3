extension Effect {
  /// What can be known of the effect without running it.
  ///
  /// - Parameter world: What effects that are made of the world get; without one they are hidden.
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
        // That a part's effects end with it is a matter of course, and nothing that the table says.
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
