public import Katana

/// An updater that loads the items, and counts the validity of the pass down.
public struct FeedUpdater: TypedUpdater {
  /// The remaining seconds at which a longer pass is requested, until it arrives.
  public static let reminders = [15, 10, 5]

  public init() {}

  public func update(model: inout FeedModel, message: FeedMessage) -> [any Command] {
    switch message {
    case .opened(let pass):
      model = FeedModel()
      model.pass = pass
      model.secondsLeft = pass.seconds
    case .prolonged(let pass):
      guard model.pass != nil else { break }
      model.pass = pass
      model.secondsLeft = pass.seconds
      if model.page == .waiting {
        model.page = .loadingAgain
        return [LoadItems(pass: pass)]
      }
    case .notProlonged:
      if model.page == .waiting { model.page = .blank }
    case .closed:
      model = FeedModel()
      return [CancelCommand(id: LoadItems.id)]
    case .read:
      guard let pass = model.pass else {
        return [
          FeedWish.notice("The feed is for those who are logged in; 'login ada lovelace' is a way to be.")
        ]
      }
      model.page = .loading
      return [LoadItems(pass: pass)]
    case .loaded(let result):
      return show(result, &model)
    case .secondPassed:
      return countDown(&model)
    }
    return []
  }

  private func show(_ result: Result<[FeedItem], FeedProblem>, _ model: inout FeedModel) -> [any Command] {
    switch (model.page, result) {
    case (.loading, .failure(.passRefused)):
      model.page = .waiting
      return [FeedWish.longerPass]
    case (.loadingAgain, .failure(.passRefused)):
      model.page = .missing("The server refuses its own newest ticket; log out and in again.")
    case (.loading, .failure(.failed(let reason))), (.loadingAgain, .failure(.failed(let reason))):
      model.page = .missing(reason)
    case (.loading, .success(let items)), (.loadingAgain, .success(let items)):
      model.page = .items(items)
    case (.blank, _), (.waiting, _), (.items, _), (.missing, _):
      // The answer is out of date.
      break
    }
    return []
  }

  private func countDown(_ model: inout FeedModel) -> [any Command] {
    guard model.secondsLeft > 0 else { return [] }
    model.secondsLeft -= 1
    if model.secondsLeft == 0 { return [FeedWish.passOver] }
    return Self.reminders.contains(model.secondsLeft) ? [FeedWish.longerPass] : []
  }
}

/// A provider of one tick per second while the feed is open.
public struct FeedSubscriptions: SubscriptionProvider {
  public init() {}

  public func subscriptions(model: FeedModel, message: (any Message)?) -> [any Subscription] {
    model.secondsLeft > 0 ? [Every(.seconds(1), send: FeedMessage.secondPassed)] : []
  }
}
