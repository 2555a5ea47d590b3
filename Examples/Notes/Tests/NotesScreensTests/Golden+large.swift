/// Pictures of the main places at 120 × 40.
extension Golden {
  static let large: [String: String] = [
    "list": """
      Notes   Todos   Users                                                                          3 notes · newest first
    ────────────────────────────────────────────────┬───────────────────────────────────────────────────────────────────────
     ↑ Buy milk  Two litres,                        │ Call the plumber
       Call the plumber  The tap drips.             │ Note 2  ·  Leanne Graham
     ! Milk prices  They rise.                      │
                                                    │ The tap drips.
                                                    │×31
    ────────────────────────────────────────────────┴───────────────────────────────────────────────────────────────────────
     ● Online                                                                                             ↑ 1  ! 1 conflict
     ↵ read   n new   e edit   d delete   / search   ? help   q quit
    """,
    "search": """
      Notes   Todos   Users                                                                          2 found · newest first
     / milk ────────────────────────────────────────┬───────────────────────────────────────────────────────────────────────
     ↑ Buy milk  Two litres,                        │ Buy milk
     ! Milk prices  They rise.                      │ Note 1  ·  Leanne Graham  ·  ↑ waits to be sent
                                                    │
                                                    │ Two litres,
                                                    │ and bread.
                                                    │×30
    ────────────────────────────────────────────────┴───────────────────────────────────────────────────────────────────────
     ● Online                                                                                             ↑ 1  ! 1 conflict
     ↵ keep the words   esc show all
    """,
    "item": """
      Notes   Todos   Users                                                                                          Note 1
    ────────────────────────────────────────────────┬───────────────────────────────────────────────────────────────────────
    ▌↑ Buy milk  Two litres,                        │ Buy milk
       Call the plumber  The tap drips.             │ Note 1  ·  Leanne Graham  ·  ↑ waits to be sent
     ! Milk prices  They rise.                      │
                                                    │ Two litres,
                                                    │ and bread.
                                                    │×30
    ────────────────────────────────────────────────┴───────────────────────────────────────────────────────────────────────
     ● Online                                                                                             ↑ 1  ! 1 conflict
     esc back   n new   e edit   d delete   ? help   q quit
    """,
    "form": """
      Notes   Todos   Users                                                                                        New note
    ────────────────────────────────────────────────┬───────────────────────────────────────────────────────────────────────
    ▌↑ Buy milk  Two litres,                        │ Title
       Call the plumber  The tap drips.             │ Ideas
     ! Milk prices  They rise.                      │
                                                    │ Body
                                                    │ A sentence that is so long that it does not fit into one line,
                                                    │ whatever the terminal.
                                                    │
                                                    │ not saved yet; a draft is kept as you write
                                                    │×27
    ────────────────────────────────────────────────┴───────────────────────────────────────────────────────────────────────
     ● Online                                                                                             ↑ 1  ! 1 conflict
     ^S save   tab next field   esc leave, keeping a draft   ^X discard
    """,
    "conflict": """
      Notes   Todos   Users                                                                        Two versions of one note
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     Mine    m keeps it                                          Theirs  t takes it
     ──────────────────────────────────────────────────────────  ──────────────────────────────────────────────────────────
     Milk prices                                                 Milk prices

     They rise.                                                  They fall.
    ×30
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     ● Online                                                                                             ↑ 1  ! 1 conflict
     esc back   m keep mine   t take theirs   ? help   q quit
    """,
    "offline": """
      Notes   Todos   Users                                                                          2 todos · newest first
    ────────────────────────────────────────────────┬───────────────────────────────────────────────────────────────────────
       [ ] Water the plants  Leanne Graham          │ Pay the rent
       [x] Pay the rent  Leanne Graham              │ Todo 2  ·  Leanne Graham
                                                    │
                                                    │ [x] Done
                                                    │×31
     Offline: The server at notes.example did not answer in time. The client tries again within 2 seconds.
     ○ Offline. Changes are kept; 1 waits.                                                                     ! 1 conflict
     ↵ read   n new   e edit   space tick   d delete   / search   ? help   q quit
    """,
    "help": """
      Notes   Todos   Users                                                                                            Keys
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     Moving                                  Searching                               What is shown
     ↑ k        one up                       /          search, as you type          o          another order
     ↓ j        one down                     ↵ tab      keep the words               c          hide what is done, or not
     pgup       a page up                    esc        show all again               C          colours, or none
     pgdn       a page down
     home g     to the beginning             Writing                                 The server
     end G      to the end                   ^S         save it                      O          work offline, or online
     ↵ →        read it                      ↵          the next field, or save      r          try the server now
     esc ← ⌫    back                         tab        the next field               x          dismiss what it refused
     1          the notes                    ⇧tab       the field before
     2          the todos                    esc        leave, keeping a draft       The program
     3          the users                    ^X         leave, discarding it         L          what has happened
     tab        the next list                                                        ?          these keys
     ⇧tab       the list before              Conflicts                               q          quit
                                             !          show the conflicts           ^C         quit, keeping a draft
     Notes and todos                         ↵ →        see both sides
     n          write a new one              m          keep mine
     e          change it                    t          take theirs
     space      tick it, or untick it
     d del      delete it
     u          undo the last deletion
    ×14
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     ● Online                                                                                             ↑ 1  ! 1 conflict
     esc back   q quit
    """,
  ]
}
