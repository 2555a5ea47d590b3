import Millrace
import MillraceJournal
import MillraceQueries
import Testing

nonisolated struct Attempt: Hashable, Codable, Sendable {
  var number: UInt64
  var key: String
  var change: ArticleChange
}

nonisolated enum DurableChanges {
  static let carrying = DurableEffect<Attempt, MutationMessage<ArticleChange, Article>>(
    "carry out", requests: RecordSchema("attempt")
  ) { attempt, _, _ in
    .succeeded(attempt.number, try await Press.carryOut(attempt.change, key: attempt.key))
  } catch: { error, attempt in
    .failed(attempt.number, QueryFailure("\(error)"), isFinal: true)
  }

  static let changes = StoreMutation(
    "article", at: \Magazine.changes, { MagazineMessage.change($0) },
    by: { pending in
      carrying(
        Attempt(number: pending.number, key: pending.key, change: pending.change),
        key: "\(pending.key) \(pending.failedAttempts)")
    },
    confirmed: { magazine, _, saved in
      MagazineQueries.article.set(saved, for: saved.id, in: &magazine)
    },
    refused: { magazine, change, failure in
      magazine.notice = "\(change) was not saved: \(failure)"
      return .none
    })
}

@MainActor
@Suite("Mutations by a durable effect") struct DurableMutationSamples {
  private func register(_ store: Store<Magazine, MagazineMessage>, _ journal: Journal) throws {
    try journal.durable(DurableChanges.carrying, on: store, as: { .change($0) })
  }

  @Test("A durable effect carries a change out")
  func durable() async throws {
    var environment = StoreEnvironment()
    environment[UnrecordedEffects.self] = true
    let store = Store(Magazine(), of: MagazineMessage.self, environment: environment) { magazine, message in
      switch message {
      case .rename(let id, let title): DurableChanges.changes(.rename(id, to: title))
      case .change(let message): DurableChanges.changes.update(&magazine, message)
      default: .none
      }
    }
    await store.send(.rename(9, to: "Nine")).finish()
    #expect(store.articles[9]?.title == "Nine" && store.changes.isEmpty)
  }
}
