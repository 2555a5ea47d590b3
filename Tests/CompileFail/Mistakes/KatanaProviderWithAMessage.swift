// expect-error: type 'EveryProvider' does not conform to protocol 'AnySubscriptionProvider'
// expect-beside: The message is optional, because there is none at the start
// A provider of subscriptions wants a message, as in the proposal.
import Katana

// row: `subscriptions(model:message:)` of `AnySubscriptionProvider`
struct EveryProvider: AnySubscriptionProvider {
  func subscriptions(model: Model, message: Message) -> [AnySubscription] {
    []
  }
}
