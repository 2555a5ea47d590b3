import Harvest
import Millrace
import MillraceTesting

/// An order form, as a table: the button is pressed, the order is sent, the form shows that it was placed.
///
/// Wrong: so that one may try again when the shop refuses, the row for the button takes every state, and a
/// second press sends the order once more.
enum GallerySubmit {
  enum State: Hashable {
    case editing, submitting, placed
  }

  enum Input: Hashable {
    case submit, accepted, refused
  }

  struct SoldOut: Error {}

  struct Shop: Sendable {
    let server: Outside
    let orders: Shared<Int>

    func order() async throws {
      try await server.call("order", answers: [.success(()), .failure(SoldOut())])
      orders.withValue { $0 += 1 }
    }
  }

  typealias Machine = Harvester<Input, State>.EffectMapping<Shop, BasicEffectQueue, Never>

  static func table(isRight: Bool) -> Machine {
    let order = Machine.Effect(label: "order") { shop in
      try await shop.order()
    } result: { result in
      switch result {
      case .success: .accepted
      case .failure: .refused
      }
    }
    let submit: Machine =
      isRight ? .submit | .editing => .submitting | order : .submit | any => .submitting | order
    return .reduce(
      .first,
      [
        submit,
        .accepted | .submitting => .placed | .empty,
        .refused | .submitting => .editing | .empty,
      ])
  }

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let shop = Shop(server: world.outside("shop"), orders: world.shared(0, as: "orders"))
      let form = Harvester(
        state: .editing, mapping: table(isRight: isRight), world: shop, name: "form", flow: world.flow)
      world.user("customer", sends: [.input(.submit), .input(.submit)], to: form.store)
      world.always("nothing is ordered twice") { shop.orders.value <= 1 }
      world.finally("the form shows what became of it") {
        form.state == (shop.orders.value == 1 ? .placed : .editing)
      }
    }
  }
}
