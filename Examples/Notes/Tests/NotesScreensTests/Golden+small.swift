/// Pictures of the main places at 80 × 24.
extension Golden {
  static let small: [String: String] = [
    "list": """
      Notes   Todos   Users                                  3 notes · newest first
    ────────────────────────────────────────────────────────────────────────────────
     ↑ Buy milk  Two litres,
       Call the plumber  The tap drips.
     ! Milk prices  They rise.
    ×16
    ────────────────────────────────────────────────────────────────────────────────
     ● Online                                                     ↑ 1  ! 1 conflict
     ↵ read   n new   e edit   d delete   / search   ? help   q quit
    """,
    "search": """
      Notes   Todos   Users                                  2 found · newest first
     / milk ────────────────────────────────────────────────────────────────────────
     ↑ Buy milk  Two litres,
     ! Milk prices  They rise.
    ×17
    ────────────────────────────────────────────────────────────────────────────────
     ● Online                                                     ↑ 1  ! 1 conflict
     ↵ keep the words   esc show all
    """,
    "item": """
      Notes   Todos   Users                                                  Note 1
    ────────────────────────────────────────────────────────────────────────────────
     Buy milk
     Note 1  ·  Leanne Graham  ·  ↑ waits to be sent

     Two litres,
     and bread.
    ×14
    ────────────────────────────────────────────────────────────────────────────────
     ● Online                                                     ↑ 1  ! 1 conflict
     esc back   n new   e edit   d delete   ? help   q quit
    """,
    "form": """
      Notes   Todos   Users                                                New note
    ────────────────────────────────────────────────────────────────────────────────
     Title
     Ideas

     Body
     A sentence that is so long that it does not fit into one line, whatever the
     terminal.

     not saved yet; a draft is kept as you write
    ×11
    ────────────────────────────────────────────────────────────────────────────────
     ● Online                                                     ↑ 1  ! 1 conflict
     ^S save   tab next field   esc leave, keeping a draft   ^X discard
    """,
    "conflict": """
      Notes   Todos   Users                                Two versions of one note
    ────────────────────────────────────────────────────────────────────────────────
     Mine    m keeps it
     ──────────────────────────────────────────────────────────────────────────────
     Milk prices

     They rise.

     Theirs  t takes it
     ──────────────────────────────────────────────────────────────────────────────
     Milk prices

     They fall.
    ×8
    ────────────────────────────────────────────────────────────────────────────────
     ● Online                                                     ↑ 1  ! 1 conflict
     esc back   m keep mine   t take theirs   ? help   q quit
    """,
    "offline": """
      Notes   Todos   Users                                  2 todos · newest first
    ────────────────────────────────────────────────────────────────────────────────
       [ ] Water the plants  Leanne Graham
       [x] Pay the rent  Leanne Graham
    ×17
     Offline: The server at notes.example did not answer in time. The client tries…
     ○ Offline. Changes are kept; 1 waits.                             ! 1 conflict
     ↵ read   n new   e edit   space tick   d delete   / search   ? help   q quit
    """,
    "help": """
      Notes   Todos   Users                                                    Keys
    ────────────────────────────────────────────────────────────────────────────────
     Moving                                  Writing                               ┃
     ↑ k        one up                       ^S         save it                    ┃
     ↓ j        one down                     ↵          the next field, or save    ┃
     pgup       a page up                    tab        the next field             ┃
     pgdn       a page down                  ⇧tab       the field before           ┃
     home g     to the beginning             esc        leave, keeping a draft     ┃
     end G      to the end                   ^X         leave, discarding it       ┃
     ↵ →        read it                                                            ┃
     esc ← ⌫    back                         Conflicts                             ┃
     1          the notes                    !          show the conflicts         ┃
     2          the todos                    ↵ →        see both sides             ┃
     3          the users                    m          keep mine                  ┃
     tab        the next list                t          take theirs
     ⇧tab       the list before
                                             What is shown
     Notes and todos                         o          another order
     n          write a new one              c          hide what is done, or not
     e          change it                    C          colours, or none
     space      tick it, or untick it
    ────────────────────────────────────────────────────────────────────────────────
     ● Online                                                     ↑ 1  ! 1 conflict
     esc back   q quit
    """,
  ]
}
